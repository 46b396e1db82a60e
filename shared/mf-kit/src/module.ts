/**
 * The declaration of a module. It is data only: the build writes it into `module.json`, and the registry contains it. The shell knows
 * nothing else of a remote.
 */

import type { OnboardingStep } from '@portal/contracts/onboarding/onboarding.rules';
import type { Objective } from './objective';
import type { KeyHandover } from './signedTexts';

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

/** The parts around the screen: bar and sidebar of logged-in guards, header and footer of public pages, or a bare bar. */
export type Chrome = 'guard' | 'public' | 'bare';

/** Matches an address by a value of its query. */
export interface QueryValue {
  key: string;
  is: string;
}

/** An entry of the shell's menus. `to` may hold `:guardId`. Guards see it if they may open its path, and are at a step of `shownAt`. */
export interface NavEntry {
  slot: 'top' | 'side';
  label: string;
  /** Left to right, top to bottom; gaps of ten leave room for other squads. */
  order: number;
  to: string;
  icon: string;
  /** The domain of the counter at the entry. The server counts (`countBy`). */
  counts?: string;
  /** Only guards at these onboarding steps see the entry. */
  shownAt?: readonly OnboardingStep[];
}

/** The metadata of a page for search results, shared links and the browser's tab. */
export interface PageFacts {
  title: string;
  /** One or two sentences, at most 160 characters. A public page with a description is in the site map and in search engines. */
  description?: string;
}

/** Size of the preview picture of a shared link, in pixels. */
export const previewPictureSize = { width: 1200, height: 630 } as const;
/** The module file with the preview picture of an address. `node tools/share-images.mjs` draws it into `public/`. */
export const sharedPicture = (address: string): string => `shared/${address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.png`;

export interface RouteDeclaration extends PageFacts {
  access: Access;
  /** Another access for addresses with this query value. */
  accessWhen?: QueryValue & { access: Access };
  /** The onboarding steps that this path serves. It opens once the guard has reached one of them, and closes after onboarding. */
  steps?: readonly OnboardingStep[];
  /** A path with `steps` also opens after onboarding: always, or for addresses with this query value. */
  opensAfterSteps?: true | QueryValue;
  /** The path is opened by mailed links, so the shell keeps `?token=` in its address. It removes `?token=` from all other addresses. */
  takesMailedToken?: true;
  chrome: Chrome;
  /** Another chrome for addresses with this query value: an onboarding step that is also a screen of logged-in guards. */
  chromeWhen?: QueryValue & { chrome: Chrome };
  /**
   * All addresses of a pattern with parameters, each with its metadata. Any other address answers 404. With `prerender`, the build
   * prerenders each of them.
   */
  pages?: Record<string, PageFacts>;
  /** A page for missing addresses: it answers 404, and search engines ignore it. */
  notFound?: true;
  /**
   * API content of this page, by path below `/v1`. The portal host reads it without a guard's token, renders it into the HTML, and
   * refreshes it within a minute (`PageInput.content`).
   */
  content?: string[];
  /** Forms that work without JavaScript: the id of the endpoint and its path below `/v1`. The portal host forwards the post to it. */
  forms?: Record<string, string>;
  /** The device stores the files of this screen before a shift begins. */
  nearShift?: true;
  /** The browser's Back stays on this page (SHELL-27..30). */
  backTrap?: true;
  nav?: NavEntry[];
  /** The build prerenders this path. The portal host renders a public page with `content` instead. */
  prerender?: true;
  /** A rendered page that works without its code. Without a session, no script of a module runs before a visitor touches the page. */
  sleeps?: true;
  /** False for a screen that is not available yet; `tools/screenshots.mjs` and the closing notes list these. */
  built?: false;
}

/** Returns the chrome for an address. The portal host and the shell use this function. */
export function chromeOf({ chrome, chromeWhen }: Pick<RouteDeclaration, 'chrome' | 'chromeWhen'>, search: URLSearchParams): Chrome {
  return chromeWhen && hasValue(search, chromeWhen) ? chromeWhen.chrome : chrome;
}

export const hasValue = (search: URLSearchParams, { key, is }: QueryValue): boolean => search.get(key) === is;

/** A squad as CODEOWNERS names it, such as `@portal/jobs`. */
export type Squad = `@${string}/${string}`;

export interface ModuleDeclaration {
  name: ModuleName;
  /** The squad that owns the module. A test compares it with CODEOWNERS. */
  owner: Squad;
  /** The objective of the module. If its error budget is empty, only a rollback or a fix may become active. */
  objective: Objective;
  /** Patterns of react-router; `*` only in mf-public. The first is the front page of the remote, which tools open as its sample. */
  routes: Record<string, RouteDeclaration>;
  /** The PORTAL_VERSION that the module was written for. */
  portal: number;
  /** The contract domains of its calls, each with the version at build time. */
  contracts: Record<string, number>;
}

/** The name of a remote. `remotesIn` of `@portal/webpack/remotes` reads the names from the folders. */
export type ModuleName = `mf-${string}`;

/** Declares a module. It returns its argument, and gives the declaration its type. */
export const defineModule = <const M extends ModuleDeclaration>(declaration: M): M => declaration;

/** The exposed module of every remote. It exports `RemoteLifecycles`. */
export const EXPOSED = './remote';
export const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/** `module.json`. The build writes it next to the files that it lists. */
export interface ModuleManifest {
  name: ModuleName | 'shell';
  version: string;
  commit: string;
  /** The global of the federation container. It contains the version, so that two versions can run in one page. */
  container: string;
  entry: string;
  routes: ModuleDeclaration['routes'];
  portal: number;
  contracts: Record<string, number>;
  /** Version ranges of the libraries that the shell provides. */
  shared: Record<string, string>;
  /** Version ranges of the libraries that it takes from the shell on request, or else from its own copy. Missing in the shell and in older builds. */
  sharedOnRequest?: Record<string, string>;
  /** The squad that owns the module. Missing in older builds. */
  owner?: string;
  /** The objective of the module. Missing in older builds, for which `defaultObjective` counts. */
  objective?: Objective;
  /** Every file with its SHA-384 (`sha384-…`) and its size in bytes. */
  files: Record<string, { integrity: string; size: number }>;
  /** Files of a path's first load besides `entry`: scripts and stylesheets, in order. */
  preload: Record<string, string[]>;
  /** Shell only: the fonts that each page preloads and the device stores. Missing in builds without fonts. */
  fonts?: string[];
  /** By path: libraries that it requests from the shell. The HTML preloads their files (the shell's `preload`, by library). */
  later?: Record<string, string[]>;
  /**
   * By path or pattern: the file with the prerendered page, `Prerendered` as JSON, or HTML in older builds. A pattern with `pages` has one
   * file for each address, and one for all others.
   */
  prerendered: Record<string, string>;
  /** The exposed modules of a remote with their exports. Missing in the shell and in older builds. */
  exposes?: Record<string, string[]>;
  /** The file with the shapes of this version's calls (`CallShapes`). Browsers never load it. Missing in older builds. */
  calls?: string;
  /** The file with the types of this version's portal context. Browsers never load it. Missing in older builds. */
  types?: string;
  /** Shell only: the script of the service worker. The portal host serves it at its fixed address. */
  worker?: string;
  /** The script by which the portal host renders this module's pages. Browsers never load it. */
  renderer?: string;
  /** Shell only: it reports its first screen, so the portal host's watchdog waits for that. Missing in older builds. */
  saysReady?: true;
  /** Maximum size of a path's first load, in bytes after Brotli. Publishing refuses larger builds. */
  budget?: number;
  /** It needs its provenance statement to become active. Missing in older builds, which have none. */
  attested?: true;
}

/** One version of a module in the registry: enough to load it and to verify its manifest. */
export interface ModuleVersion {
  version: string;
  container: string;
  entry: string;
  /** SHA-384 of `module.json`. */
  integrity: string;
}

/** A version that `percent` of the devices run instead of the active one. */
export interface Canary extends ModuleVersion {
  percent: number;
  /** Missing if they equal the routes of the active version. */
  routes?: ModuleDeclaration['routes'];
  by: string;
  at: string;
  why: string;
}

export interface RegistryModule extends ModuleVersion {
  routes: ModuleDeclaration['routes'];
  lastGood: ModuleVersion | null;
  /** Only on a device that runs the canary, where `lastGood` is the active version: the fallback of that one. */
  lastGoodOfActive?: ModuleVersion | null;
  canary: Canary | null;
  quarantined: Record<string, string>;
  by: string;
  at: string;
  why: string;
  /** In development: the dev server of the module serves its files without hashes. */
  dev?: true;
}

/** A message of the operator on every page, for example about maintenance. It is part of the signed registry. */
export interface Announcement {
  /** Plain text, at most `LONGEST` characters (announcement.ts). */
  text: string;
  /** ISO instant at which the message disappears. */
  until: string;
  by: string;
  at: string;
}

/** The signed document that names the versions of all modules, under one revision. */
export interface Registry {
  revision: number;
  at: string;
  shell: ModuleVersion & Pick<RegistryModule, 'lastGood' | 'by' | 'at' | 'why' | 'quarantined'>;
  modules: Record<string, RegistryModule>;
  /** Set while the service worker is switched off, with the instant: devices remove it with its caches, and no page registers it. */
  workerOff?: { by: string; at: string; why: string };
  announcement?: Announcement;
  /** A candidate: only the holders of its signed link see this set, until then. */
  candidate?: { until: string };
  /** SHA-384 of the list of tokens, which no page needs. Missing while write access to the store suffices for publishing. */
  tokens?: string;
  /** The changes of the ops key, oldest first. */
  handovers?: KeyHandover[];
  /** The keys that may sign timestamps, after the first change of the key. Missing: the key that the portal host pinned in the page. */
  timestampKeys?: string[];
}

/** The registry as stored and served: its exact bytes, their ed25519 signature by the ops key, and the timestamp of the portal host. */
export interface SignedRegistry {
  document: string;
  signature: string;
  timestamp?: { revision: number; at: string; signature: string };
}
