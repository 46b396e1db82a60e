import { ANNOUNCEMENT_LABEL, announced } from '@portal/mf-kit/announcement';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { OVERRIDES_ID } from '@portal/mf-kit/override';
import { BRAND, regions, renderPageLayout, themeColour } from '@portal/mf-kit/pageLayout';
import type { OwnedRoute } from '@portal/mf-kit/routePatterns';
import { contextProblems } from '../gate/gate';
import { LAYERS } from './csp';
import { DEFERRED_SCRIPTS_ID, DEFERRED_SCRIPTS_LOADER, type LoadTrigger } from './deferred-scripts';
import { escapeHtml, inlineJson } from './escape-html';
import { NO_SHEETS, type Sheets, type Stylesheet } from './inline-styles';
import type { Snapshot } from './live-registry';
import type { Fragment } from './page-fragments';
import { type SearchHead, searchHead } from './seo-head';
import type { PageSettings } from './settings';
import { SHELL_WATCHDOG, TICK_MS, WATCH_ID } from './shell-watchdog';
import { WEB_MANIFEST } from './web-manifest';

export const THEMES = ['light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

export interface PageOptions {
  snapshot: Snapshot;
  /** The matching route, or the not-found route; null if no module owns `*`. */
  match: OwnedRoute | null;
  theme: Theme | null;
  settings: PageSettings;
  startMs: number;
  opsPublicKey: string;
  timestampPublicKey: string;
  /** The token for health reports; null if this page sends none. */
  pageToken: string | null;
  title: string | null;
  pathname: string;
  fragment: Pick<Fragment, 'made' | 'input'>;
  /** Stylesheets that are part of the page itself. */
  sheets: Sheets;
  search: SearchHead;
  /** Whether the scripts may wait for the first interaction, if the route and the page's state allow it. */
  canDeferScripts: boolean;
  refusalOf: (version: string) => string;
  /** In ms. */
  now: number;
}

const inline = (id: string, value: unknown) => `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;

export const fileUrl = ({ name, version }: ModuleManifest, file: string): string => `/modules/${name}/${version}/${file}`;
const integrityOf = (manifest: ModuleManifest, file: string) => `integrity="${manifest.files[file]?.integrity ?? ''}" crossorigin`;

// The module's own chunk loader finds its stylesheets by data-href.
function stylesheet({ manifest, file }: Stylesheet, sheets: Sheets): string {
  const url = fileUrl(manifest, file);
  const text = sheets.get(url);
  if (text !== undefined) return `<style data-href="${file}" data-from="${url}">${text}</style>`;
  return `<link rel="stylesheet" href="${url}" data-href="${file}" ${integrityOf(manifest, file)}>`;
}
// Not deferred, because one slow script would delay the shell. They only register their modules, so they may run before the shell.
const asyncScript = (manifest: ModuleManifest, file: string) =>
  `<script async src="${fileUrl(manifest, file)}" ${integrityOf(manifest, file)}></script>`;

const preload = (manifest: ModuleManifest, file: string) =>
  `<link rel="preload" as="script" href="${fileUrl(manifest, file)}" ${integrityOf(manifest, file)}>`;

const fonts = (shell: ModuleManifest) =>
  (shell.fonts ?? []).map((file) => `<link rel="preload" as="font" type="font/woff2" href="${fileUrl(shell, file)}" crossorigin>`).join('');

const isStyle = (file: string) => file.endsWith('.css');
const isLoadable = (file: string) => isStyle(file) || file.endsWith('.js');

/** Path -> integrity of every script and stylesheet of the shell and the page's module, which is enough for the first screen. */
function fileList(manifests: (ModuleManifest | undefined)[]): Record<string, string> {
  return Object.fromEntries(
    manifests.flatMap((manifest) =>
      manifest
        ? Object.entries(manifest.files)
            .filter(([file]) => isLoadable(file) && file !== manifest.renderer && file !== manifest.worker)
            .map(([file, { integrity }]) => [fileUrl(manifest, file), integrity])
        : [],
    ),
  );
}

const NOSCRIPT = '<noscript>This page needs JavaScript: switch it on in your browser’s settings, then open the page again.</noscript>';

const themeColours = (theme: Theme | null): string =>
  (['light', 'dark'] as const)
    .map((system) => `<meta name="theme-color" media="(prefers-color-scheme: ${system})" content="${themeColour(system, theme)}">`)
    .join('');

// Delays the first paint until the outlet is parsed. Otherwise browsers paint the frame first and the text one whole layout later, which
// takes long on a slow phone. Browsers that do not support it ignore it.
const PAINTED_WHOLE = `<link rel="expect" href="#${regions.outlet}" blocking="render">`;

interface Files {
  scripts: string;
  /** Preload links for scripts that wait. */
  preloads: string;
}

/** The stylesheets of a route's first screen, in order. */
export function sheetsOf({ manifests }: Pick<Snapshot, 'manifests'>, match: OwnedRoute | null): Stylesheet[] {
  const shell = manifests.get('shell');
  const module = match ? manifests.get(match.module) : undefined;
  const of = (manifest: ModuleManifest | undefined, files: readonly string[] = []) =>
    manifest ? files.filter(isStyle).map((file) => ({ manifest, file })) : [];
  return [...of(shell, shell?.preload['*']), ...of(module, module && [module.entry, ...(module.preload[match?.pattern ?? ''] ?? [])])];
}

/** The scripts of a route's first screen, from the shell and the module. */
function filesOf(shell: ModuleManifest, module: ModuleManifest | undefined, pattern: string): Files {
  const shellFiles = shell.preload['*'] ?? [];
  const given = (module?.later?.[pattern] ?? []).flatMap((library) => shell.preload[library] ?? []);
  const files = module ? [module.entry, ...(module.preload[pattern] ?? [])] : [];
  const isScript = (file: string) => !isStyle(file);
  const deferred = [...shellFiles.filter(isScript), shell.entry];
  const own = files.filter(isScript);
  return {
    scripts: [
      ...deferred.map((file) => `<script defer src="${fileUrl(shell, file)}" ${integrityOf(shell, file)}></script>`),
      ...(module ? own.map((file) => asyncScript(module, file)) : []),
      ...given.map((file) => asyncScript(shell, file)),
    ].join(''),
    preloads: [
      ...[...deferred, ...given].map((file) => preload(shell, file)),
      ...(module ? own.map((file) => preload(module, file)) : []),
    ].join(''),
  };
}

/** The event that starts the page's scripts; null if nothing is prerendered. After a posted form it is always `paint`. */
function loadTriggerOf({
  match,
  fragment: { made, input },
  canDeferScripts,
}: Pick<PageOptions, 'match' | 'fragment' | 'canDeferScripts'>): LoadTrigger | null {
  if (!made) return null;
  return canDeferScripts && match?.route.sleeps === true && match.route.access === 'public' && !input.posted ? 'touch' : 'paint';
}

/** The content of the outlet. All but prerendered public pages contain a note for browsers without JavaScript. */
function contentOf({ match, fragment }: Pick<PageOptions, 'match' | 'fragment'>): string {
  const { made } = fragment;
  const isReadable = made !== null && match?.route.access === 'public';
  return (isReadable ? '' : NOSCRIPT) + (made ? `<div data-prerendered="${match?.module ?? ''}">${made.html}</div>` : '');
}

/** The announcement; the shell renders the same (`Announcement`). */
function announcementHtml({ snapshot, now }: Pick<PageOptions, 'snapshot' | 'now'>): string {
  const text = announced(snapshot.registry, now);
  return text === null ? '' : `<section class="announcement" aria-label="${ANNOUNCEMENT_LABEL}"><p>${escapeHtml(text)}</p></section>`;
}

function inputOf({ pathname, fragment: { input } }: Pick<PageOptions, 'pathname' | 'fragment'>): string {
  if (!input.posted && Object.keys(input.content).length === 0) return '';
  return `<script type="application/json" id="page" data-path="${escapeHtml(pathname)}">${inlineJson(input)}</script>`;
}

/** The watchdog of a shell that reports when it is ready. */
function watchdogOf(
  { snapshot: { fallbackShell }, startMs, refusalOf }: Pick<PageOptions, 'snapshot' | 'startMs' | 'refusalOf'>,
  { saysReady, version }: ModuleManifest,
  until: LoadTrigger | null,
): string {
  if (!saysReady) return '';
  const hasSpare = fallbackShell !== null && fallbackShell.version !== version ? ' data-spare="yes"' : '';
  const asleep = until ? ' data-asleep="yes"' : '';
  const limit = Math.ceil(startMs / TICK_MS);
  const names = `data-shell="${version}" data-cookie="${refusalOf(version)}"`;
  return `<script id="${WATCH_ID}" ${names} data-limit="${limit}"${hasSpare}${asleep}>${SHELL_WATCHDOG}</script>`;
}

/**
 * Renders the HTML of one path, with the registry, hashes and settings inlined, the route's files preloaded, and the prerendered chrome and
 * content.
 */
export function renderPage(options: PageOptions): string {
  const { snapshot, match, theme, settings, opsPublicKey, timestampPublicKey, pageToken, title, fragment, sheets, search } = options;
  const { signed, manifests, overrides } = snapshot;
  const shell = manifests.get('shell');
  if (!shell) throw new Error('the registry has no shell');
  const owner = match ? manifests.get(match.module) : undefined;
  // A module that does not fit this shell is not preloaded, because preloaded scripts run without the shell's check.
  const module = owner && contextProblems(owner, shell).length === 0 ? owner : undefined;
  const chrome = match?.route.chrome ?? 'bare';
  const styles = sheetsOf(snapshot, match)
    .map((sheet) => stylesheet(sheet, sheets))
    .join('');
  const { scripts, preloads } = filesOf(shell, module, match?.pattern ?? '');
  const until = loadTriggerOf(options);
  const first = { touch: '', paint: PAINTED_WHOLE + preloads };
  const rest =
    until && `<template id="${DEFERRED_SCRIPTS_ID}" data-until="${until}">${scripts}</template><script>${DEFERRED_SCRIPTS_LOADER}</script>`;
  return (
    `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    `<title>${escapeHtml(title === null ? BRAND : `${title} · ${BRAND}`)}</title><style>${LAYERS}</style>${watchdogOf(options, shell, until)}${fonts(shell)}${styles}${until ? first[until] : scripts}` +
    `${themeColours(theme)}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="manifest" href="${WEB_MANIFEST}">` +
    `${searchHead({ ...search, jsonLd: fragment.made?.jsonLd })}</head>` +
    `<body data-chrome="${chrome}">${renderPageLayout(chrome, contentOf(options), announcementHtml(options))}` +
    `${inline('registry', { ...signed, opsKey: opsPublicKey, timestampKey: timestampPublicKey, token: pageToken })}${inline('files', fileList([shell, module]))}${inline('config', settings)}` +
    `${overrides ? inline(OVERRIDES_ID, overrides) : ''}${inputOf(options)}${rest ?? ''}</body></html>`
  );
}

/** The shell's stylesheets, for a page of the host itself. */
export const sheetLinks = (snapshot: Snapshot): string =>
  sheetsOf(snapshot, null)
    .map((sheet) => stylesheet(sheet, NO_SHEETS))
    .join('');

/** A page of the host itself, without module and scripts. `back` is the target of its link. */
export function messagePage(snapshot: Snapshot | null, theme: Theme | null, heading: string, words: string, back: string): string {
  return (
    `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(heading)} · ${BRAND}</title>` +
    `<style>${LAYERS}</style>${snapshot ? sheetLinks(snapshot) : ''}<meta name="robots" content="noindex"></head>` +
    `<body data-chrome="bare">${renderPageLayout('bare', `<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(words)}</p><p><a href="${escapeHtml(back)}">Back to the page</a></p>`)}</body></html>`
  );
}
