import { previewPictureSize } from '@portal/mf-kit/module';
import { BRAND } from '@portal/mf-kit/pageLayout';
import { escapeHtml, inlineJson } from './escape-html';
import type { IndexablePage } from './indexable-pages';
import { organisationData } from './organisation';

export interface SearchHead {
  /** null: the page is not for search engines. */
  page: IndexablePage | null;
  /** The public address of the portal, never a value from the request. */
  publicUrl: string;
  supportEmail: string;
  jsonLd?: object | undefined;
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
const data = (value: object) => `<script type="application/ld+json">${inlineJson(value)}</script>`;

const shareImage = (url: string, title: string) => [
  property('og:image', url),
  property('og:image:width', String(previewPictureSize.width)),
  property('og:image:height', String(previewPictureSize.height)),
  property('og:image:alt', `${BRAND}: ${title}`),
  named('twitter:card', 'summary_large_image'),
];

/** The tags for search engines and shared links; `noindex` for other pages. */
export function searchHead({ page, publicUrl, supportEmail, jsonLd }: SearchHead): string {
  if (!page) return named('robots', 'noindex');
  const url = publicUrl + page.address;
  return [
    named('description', page.description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'website'),
    property('og:site_name', BRAND),
    property('og:locale', 'en_CA'),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:url', url),
    ...(page.picture ? shareImage(publicUrl + page.picture, page.title) : [named('twitter:card', 'summary')]),
    page.address === '/' ? data(organisationData(publicUrl, supportEmail)) : '',
    jsonLd ? data(jsonLd) : '',
  ].join('');
}
