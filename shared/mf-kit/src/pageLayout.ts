import { authPaths } from '@portal/contracts/auth/auth.paths';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { Chrome } from './module';

/**
 * The static body of every page: the host serves it, the shell's stylesheet lays it out (ids and `body[data-chrome]`), and the
 * shell renders into the same elements at the same sizes, so that nothing moves when it boots.
 */
export const regions = {
  bar: 'bar',
  side: 'side',
  standing: 'standing',
  outlet: 'outlet',
  foot: 'foot',
  tabs: 'tabs',
  notices: 'notices',
} as const;

/** The portal's one service worker, of push messages and of what stays without a network: the host serves it, the shell registers it. */
export const serviceWorkerPath = '/worker.js';

/** A page of no module, of which a phone without a network opens every path: the host serves it to the worker alone. */
export const offlinePagePath = '/kept-page';

/** `--color-chrome` of the tokens, for what a browser draws around the page: that is asked for before any stylesheet. */
export const barColours = { light: '#0c2143', dark: '#0d1830', contrast: '#000000' } as const;

/** What the page's two `theme-color`s hold, for a light and a dark system, under a chosen theme or none. */
export const themeColour = (system: 'light' | 'dark', theme: string | null): string =>
  barColours[theme !== null && theme in barColours ? (theme as keyof typeof barColours) : system];

/** The brand's mark where there is no stylesheet (the browser's tab, the phone's home screen): `--color-chrome-accent` on the bar's colour. */
export const markColours = { ground: barColours.light, shield: '#ffb938' } as const;

/** The public front page. */
export const homePath = pagesPaths.home();
/** Where a guard gets a session. With one, the guard goes on from here to the next step, so an installed portal starts here too. */
export const loginPath = authPaths.login();
export const appStartPath = loginPath;

export const BRAND = 'Guard Portal';
/** Of the portal as a whole, where a phone or a store shows it. */
export const BRAND_TEXT = 'Security guard work in Ontario: find shifts, apply, work them and get paid.';
export const OUTLET_LABEL = 'Skip to content';

/** Links of the public header; plain, so that they work before and without JavaScript. */
export const publicLinks = [
  { label: 'Log in', href: loginPath, look: 'bar-link' },
  // On a phone it stands in the menu alone.
  { label: 'Register', href: authPaths.signup(), look: 'bar-button bar-wide' },
] as const;

/** The public site's pages: in a row where there is room, else in a menu that opens by itself. */
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
 * What stands in `<body>` (the body itself carries `data-chrome`). `content` is trusted HTML: a prerendered screen or nothing; and so is
 * `standing`, what is above it on every page.
 */
export function renderPageLayout(chrome: Chrome, content = '', standing = ''): string {
  return (
    `<a class="skip" href="#${regions.outlet}">${OUTLET_LABEL}</a>` +
    `<header id="${regions.bar}">${bar[chrome]}</header>` +
    `<div id="${regions.side}"></div>` +
    `<div id="${regions.standing}">${standing}</div>` +
    `<main id="${regions.outlet}" tabindex="-1">${content}</main>` +
    `<footer id="${regions.foot}"></footer>` +
    `<div id="${regions.tabs}"></div>` +
    `<div id="${regions.notices}"></div>`
  );
}
