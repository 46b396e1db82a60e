import { authPaths } from '@portal/contracts/auth/auth.paths';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { Chrome } from './module';

/**
 * The static body of every page. The portal host serves it, and the shell renders into the same elements in the same sizes, so that nothing
 * moves at boot.
 */
export const regions = {
  bar: 'bar',
  side: 'side',
  persistentNotices: 'standing',
  outlet: 'outlet',
  foot: 'foot',
  tabs: 'tabs',
  notices: 'notices',
} as const;

/** The service worker, for push messages and offline pages. The portal host serves it, and the shell registers it. */
export const serviceWorkerPath = '/worker.js';

/** A page without a module, for every path of a phone that is offline. The portal host serves it to the worker only. */
export const offlinePagePath = '/kept-page';

/** The token `--color-chrome`, for the browser's own bars, which are coloured before any stylesheet loads. */
export const barColours = { light: '#0c2143', dark: '#0d1830', contrast: '#000000' } as const;

/** The value of `theme-color` for a light or a dark system, and a chosen theme or none. */
export const themeColour = (system: 'light' | 'dark', theme: string | null): string =>
  barColours[theme !== null && theme in barColours ? (theme as keyof typeof barColours) : system];

/** The brand mark's colours without a stylesheet (browser tab, home screen): `--color-chrome-accent` on the bar's colour. */
export const markColours = { ground: barColours.light, shield: '#ffb938' } as const;

/** The public front page. */
export const homePath = pagesPaths.home();
/** The log-in page. It redirects a guard with a session to the next step, so an installed portal starts here too. */
export const loginPath = authPaths.login();
export const appStartPath = loginPath;
/** The page with the SOS button. Error cards link to it, so it does not depend on the registry. */
export const sosPath = jobsPaths.onJob();

export const BRAND = 'Guard Portal';
/** The description of the portal for phones and app stores. */
export const BRAND_TEXT = 'Security guard work in Ontario: find shifts, apply, work them and get paid.';
export const OUTLET_LABEL = 'Skip to content';

/** Links of the public header. They are plain links, so they work without JavaScript. */
export const publicLinks = [
  { label: 'Log in', href: loginPath, look: 'bar-link' },
  // On a phone only the menu contains it.
  { label: 'Register', href: authPaths.signup(), look: 'bar-button bar-wide' },
] as const;

/** Pages of the public site: in a row on wide screens, otherwise in a menu that works without JavaScript. */
export const siteLinks = [
  { label: 'Services', href: pagesPaths.services() },
  { label: 'How It Works', href: pagesPaths.howItWorks() },
  { label: 'FAQ', href: pagesPaths.faq() },
  { label: 'About Us', href: pagesPaths.about() },
  { label: 'Contact Us', href: enquiriesPaths.contact() },
] as const;

const brand = `<a class="brand" href="${homePath}"><span class="brand-mark" aria-hidden="true"></span><span>${BRAND}</span></a>`;

const anchor = (href: string, look: string, label: string) => `<a class="${look}" href="${href}">${label}</a>`;
const site = siteLinks.map(({ label, href }) => anchor(href, 'bar-link', label)).join('');
const account = publicLinks.map(({ label, href, look }) => anchor(href, look, label)).join('');
const siteMenu = `<details class="bar-menu"><summary aria-label="Menu"></summary><nav class="bar-panel" aria-label="Site">${site}${publicLinks.map(({ label, href }) => anchor(href, 'bar-link', label)).join('')}</nav></details>`;

const bar: Record<Chrome, string> = {
  guard: brand,
  public: `${brand}<nav class="bar-site" aria-label="Site">${site}</nav><nav class="bar-links" aria-label="Account">${account}</nav>${siteMenu}`,
  bare: brand,
};

/**
 * Returns the content of `<body>`, whose element has `data-chrome`. Trusted HTML: `content` is a prerendered screen or empty, and
 * `notices` is the part above it on every page.
 */
export function renderPageLayout(chrome: Chrome, content = '', notices = ''): string {
  return (
    `<a class="skip" href="#${regions.outlet}">${OUTLET_LABEL}</a>` +
    `<header id="${regions.bar}">${bar[chrome]}</header>` +
    `<div id="${regions.side}"></div>` +
    `<div id="${regions.persistentNotices}">${notices}</div>` +
    `<main id="${regions.outlet}" tabindex="-1">${content}</main>` +
    `<footer id="${regions.foot}"></footer>` +
    `<div id="${regions.tabs}"></div>` +
    `<div id="${regions.notices}"></div>`
  );
}
