/**
 * What a module says of itself. Data only: the build writes it into `module.json`, the registry carries it,
 * and it is all that the shell ever knows of a remote.
 */

import type { Step } from '@portal/contracts/onboarding/onboarding.rules';
import type { Handover } from './signedTexts';

/**
 * Who may open a path.
 * - `public`: everyone.
 * - `visitor`: before a session (login, sign-up); a guard with a session goes to the next step.
 * - `flow`: an onboarding step that opens before there is a token; with a session only up to the guard's own step.
 * - `session`: needs a token; open at the guard's own step and earlier (registration, review).
 * - `held`: needs a token; open to a guard who only waits for approval.
 * - `guard`: needs a token and nothing left to do (AUTHZ-10, AUTHZ-40).
 */
export type Access = 'public' | 'visitor' | 'flow' | 'session' | 'held' | 'guard';

/** What stands around the screen: the logged-in navbar and sidebar, the public header and footer, or a bare bar. */
export type Chrome = 'guard' | 'public' | 'bare';

/** An address whose query has this value. */
export interface QueryValue {
  key: string;
  is: string;
}

/** An entry of the shell's menus. `to` may hold `:guardId`. Guards see it if they may open its path. */
export interface NavEntry {
  slot: 'top' | 'side';
  label: string;
  /** Left to right, top to bottom; gaps of ten leave room for other squads. */
  order: number;
  to: string;
  icon: string;
  /** The domain of which the entry shows how much waits for the guard; the server counts it (`countBy`). */
  counts?: string;
  /** Other guards see the entry than those who may open its path. */
  shownTo?: Access;
}

/** What a page says of itself in search results, on shared links and in the browser's tab. */
export interface PageFacts {
  title: string;
  /** One or two sentences, at most 160 characters. A public page with one is for search engines and in the site map; one without is not. */
  description?: string;
}

/** What is shown where a page is shared, in pixels. */
export const sharedSize = { width: 1200, height: 630 } as const;
/** The file of a module that holds it, for one address: `npm run pictures` draws it into `public/`, which is published as it is. */
export const sharedPicture = (address: string): string => `shared/${address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.png`;

export interface RouteDeclaration extends PageFacts {
  access: Access;
  /** Another access for an address whose query says so. */
  accessWhen?: QueryValue & { access: Access };
  /** The onboarding steps that this path serves. It opens once the guard has reached one of them, and closes after onboarding. */
  steps?: readonly Step[];
  /** A path with `steps` also opens after onboarding: always, or for an address whose query says so. */
  opensAfterSteps?: true | QueryValue;
  /** `?token=` in its address is a mailed link's and stays. The shell removes any other. */
  takesMailedToken?: true;
  chrome: Chrome;
  /** Another chrome for an address whose query says so: a step of the onboarding that is a logged-in screen as well. */
  chromeWhen?: QueryValue & { chrome: Chrome };
  /**
   * Every address that a pattern with parameters has, each with its own facts; any other is not found, and answers 404 with what the
   * screen shows then. The build prerenders each of them when `prerender` is set.
   */
  pages?: Record<string, PageFacts>;
  /** This page says that there is none: it answers 404, and no search engine hears of it. */
  notFound?: true;
  /**
   * What the API tells this page, by path below `/v1`, read with the client's credential: the host renders it into the HTML, and reads
   * it anew within a minute (`PageInput.content`).
   */
  content?: string[];
  /** Forms of this page that work without JavaScript: an endpoint's id and its path below `/v1`, to which the host hands what is posted. */
  forms?: Record<string, string>;
  /** Browser back stays here (SHELL-27..30). */
  backTrap?: true;
  nav?: NavEntry[];
  /** The webpack chunk name of the screen: its files are preloaded by the HTML of this path. */
  chunk?: string;
  /** True when the build prerenders this path. A public page with `content` is rendered by the host instead. */
  prerender?: true;
  /**
   * Of a rendered page that is read, with links and forms that work, as it stands: without a session, no script but the host's own runs
   * before somebody touches the page.
   */
  sleeps?: true;
  /** False while the screen says that it is not available yet; `npm run shots` and the closing notes list these. */
  built?: false;
}

/** What stands around a screen at this address; the host's HTML and the shell ask the same. */
export function chromeOf({ chrome, chromeWhen }: Pick<RouteDeclaration, 'chrome' | 'chromeWhen'>, search: URLSearchParams): Chrome {
  return chromeWhen && hasValue(search, chromeWhen) ? chromeWhen.chrome : chrome;
}

export const hasValue = (search: URLSearchParams, { key, is }: QueryValue): boolean => search.get(key) === is;

export interface ModuleDeclaration {
  name: ModuleName;
  /** Exact paths, react-router patterns; `*` only in mf-public. The first is the remote's front: what looks at one screen of each opens it. */
  routes: Record<string, RouteDeclaration>;
  /** Version of mf-kit's portal context that the module was written against. */
  portal: number;
  /** Contract domains called, each with the version it was built with. */
  contracts: Record<string, number>;
}

/** A remote's name. Which remotes there are say the folders alone: `remotesIn` of `@portal/webpack/remotes`. */
export type ModuleName = `mf-${string}`;

/** Declares a module. An identity function: one greppable spelling, and full inference. */
export const defineModule = <const M extends ModuleDeclaration>(declaration: M): M => declaration;

/** What the shell asks of every remote: the exposed module, and what that must export (`RemoteLifecycles`). */
export const EXPOSED = './remote';
export const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/** `module.json`, written by the build beside the files it lists. */
export interface ModuleManifest {
  name: ModuleName | 'shell';
  version: string;
  commit: string;
  builtAt: string;
  /** The federation container; carries the version, so that two versions can live in one page. */
  container: string;
  entry: string;
  routes: ModuleDeclaration['routes'];
  portal: number;
  contracts: Record<string, number>;
  /** Ranges of the libraries that the module takes from the shell. */
  shared: Record<string, string>;
  /** Every file with its SHA-384 (`sha384-…`) and size in bytes. */
  files: Record<string, { integrity: string; size: number }>;
  /** Files that a first load of a path needs, beside `entry`: scripts and stylesheets, in order. */
  preload: Record<string, string[]>;
  /** Of the shell: the fonts among `files` that each page preloads and the device keeps. Left out by builds without any. */
  fonts?: string[];
  /** Path -> libraries that it asks the shell for: the HTML preloads the shell's files of them (the shell's `preload` by library). */
  later?: Record<string, string[]>;
  /**
   * Path, or pattern, -> the file with what the build made of it: `Prerendered` as JSON, or HTML alone of an older build. Of a pattern with
   * `pages` each address has one, and the pattern that of any other.
   */
  prerendered: Record<string, string>;
  /** What a remote exposes, each with its exports. Left out by the shell, and by builds of before. */
  exposes?: Record<string, string[]>;
  /** The file with the shapes of the calls that this version makes (`CallShapes`), among `files`; no page loads it. Left out by builds of before. */
  calls?: string;
  /** Of the shell: the script of the service worker, among `files`. The host serves it at its one address; no page loads it. */
  worker?: string;
  /** The script with which the host renders this module's pages itself, among `files`; no page loads it. */
  renderer?: string;
  /** Of a shell: it says when its first screen stands, and the host's watchdog waits for that. Left out by builds of before. */
  saysReady?: true;
  /** Brotli bytes that a first load of any of its paths may need; publishing refuses more. */
  budget?: number;
}

/** One version of a module as the registry names it: enough to load it and to check its manifest. */
export interface ModuleVersion {
  version: string;
  container: string;
  entry: string;
  /** SHA-384 of `module.json`. */
  integrity: string;
}

/** A version that so many percent of the devices run instead of the active one. */
export interface Canary extends ModuleVersion {
  percent: number;
  /** Left out where they are the active version's. */
  routes?: ModuleDeclaration['routes'];
  by: string;
  at: string;
  why: string;
}

export interface RegistryModule extends ModuleVersion {
  routes: ModuleDeclaration['routes'];
  lastGood: ModuleVersion | null;
  canary: Canary | null;
  quarantined: Record<string, string>;
  by: string;
  at: string;
  why: string;
  /** Dev only: files are served unhashed by the module's own dev server. */
  dev?: true;
}

/** What ops tell everybody on every page, such as when the portal will be away. It is part of the signed registry. */
export interface Announcement {
  /** Plain words, at most `LONGEST` characters (announcement.ts). */
  text: string;
  /** ISO time after which nobody reads it any more. */
  until: string;
  by: string;
  at: string;
}

/** The one document that says what runs: a complete set under one revision. */
export interface Registry {
  revision: number;
  at: string;
  shell: ModuleVersion & Pick<RegistryModule, 'lastGood' | 'by' | 'at' | 'why' | 'quarantined'>;
  modules: Record<string, RegistryModule>;
  /** Since then no phone has the service worker: it takes itself away, with what it keeps, and no page asks for it. */
  workerOff?: { by: string; at: string; why: string };
  announcement?: Announcement;
  /** Only who has its signed link sees this set, until then: it is never what is live. */
  candidate?: { until: string };
  /** SHA-384 of the list of tokens, which no page needs. Left out while whoever can write the store may publish. */
  tokens?: string;
  /** How the ops key was changed, the first time first. */
  handovers?: Handover[];
  /** The keys that may say that a revision is current, once one was changed; left out: the one that the host pinned in the page. */
  timestampKeys?: string[];
}

/** The registry as it is stored and served: exact bytes and their ed25519 signature by the ops key, and the host's word on its freshness. */
export interface SignedRegistry {
  document: string;
  signature: string;
  timestamp?: { revision: number; at: string; signature: string };
}
