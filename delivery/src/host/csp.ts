import { createHash } from 'node:crypto';
import { DEFERRED_SCRIPTS_LOADER } from './deferred-scripts';
import type { PageSettings } from './settings';
import { SHELL_WATCHDOG } from './shell-watchdog';

/** The style element of every page; rendered pages also contain the elements of their stylesheets. */
export const LAYERS = '@layer tokens, ui, module;';

/** The name of an inline script or style in a policy. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Record<string, string[]>;

const base = (): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", hashOf(DEFERRED_SCRIPTS_LOADER), hashOf(SHELL_WATCHDOG)],
  'style-src': ["'self'", hashOf(LAYERS)],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'dompurify'],
});

/** Additional sources of maps and sign-in providers, only if one is configured. */
const MAPS: Directives = {
  'script-src': ['https://maps.googleapis.com'],
  // The Places API has its own host.
  'connect-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com', 'https://places.googleapis.com'],
  'img-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  'style-src': ['https://fonts.googleapis.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'frame-src': ['https://www.google.com'],
  'trusted-types': ['google-maps-api-loader', 'google-maps-api#html', 'goog#html', 'lit-html'],
};
const PUSH: Directives = { 'connect-src': ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'] };
const signInSources = (authDomain: string): Directives => ({
  'script-src': ['https://apis.google.com'],
  'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  'frame-src': [`https://${authDomain}`],
  'trusted-types': ['gapi#gapi'],
});

const signsIn = ({ firebase }: PageSettings): boolean => firebase !== null && firebase.providers.length > 0;
const hasForeignScripts = (page: PageSettings): boolean => page.mapsKey !== null || signsIn(page);

function configured(page: PageSettings): Directives[] {
  const { mapsKey, firebase } = page;
  return [mapsKey ? MAPS : {}, firebase?.vapidKey ? PUSH : {}, firebase && signsIn(page) ? signInSources(firebase.authDomain) : {}];
}

/** The additional sources of a page with modules from other origins. */
const elsewhere = (origins: readonly string[]): Directives =>
  Object.fromEntries(['script-src', 'style-src', 'connect-src', 'img-src', 'font-src'].map((name) => [name, [...origins]]));

/**
 * The headers of every HTML page. `unhashed`: a module comes from its dev server, so the browser cannot demand hashes of scripts. `styles`:
 * the hashes of the stylesheets in the page. `origins`: other origins of the modules of this page.
 */
export function pageHeaders(
  page: PageSettings,
  secure: boolean,
  unhashed: boolean,
  styles: readonly string[] = [],
  origins: readonly string[] = [],
): Record<string, string> {
  const directives = base();
  directives['style-src']?.push(...styles);
  for (const more of [...configured(page), elsewhere(origins)])
    for (const [name, sources] of Object.entries(more)) directives[name] = [...(directives[name] ?? []), ...sources];
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    // Scripts of maps and providers carry no hash, so only the policy's list and the shell's Trusted Types protect these pages.
    ...(unhashed || hasForeignScripts(page) ? {} : { 'integrity-policy': 'blocked-destinations=(script)' }),
    'permissions-policy': 'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()',
    'cross-origin-opener-policy': signsIn(page) ? 'same-origin-allow-popups' : 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** For an SVG that is opened as a page: it must run nothing. nginx sends the same policy. */
export const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Sent with every reply of this host itself. */
export const COMMON_HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' };
