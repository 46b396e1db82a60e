import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { OVERRIDES_ID, type Override } from '@portal/mf-kit/override';
import type { PortalConfig } from '@portal/mf-kit/portal';

/** The settings that the portal host wrote into this page. */
export interface PageConfig extends PortalConfig {
  /** The client credential of calls without a session, in base 64 (AUTHZ-11). */
  basic: string;
  /** The origin of the guard API; empty for the page's own. */
  apiUrl: string;
  /** Null without provider sign-in and push. */
  firebase: FirebaseConfig | null;
  /** The panel "Why this version?" is allowed in this browser. */
  inspect?: true;
  /** `PORTAL_PATIENCE`: multiplies the deadlines of modules (`@portal/mf-kit/deadlines`). */
  patience: number;
}

export interface FirebaseConfig {
  apiKey: string;
  authDomain: string;
  projectId: string;
  appId: string;
  messagingSenderId: string;
  /** The public key of push messages (SHELL-34). */
  vapidKey?: string;
  providers: ('google' | 'facebook')[];
}

export interface PageData {
  registry: Registry;
  /** The version of this page's shell: the last good one if the active one did not start in this browser. */
  shell: string;
  /** The pinned key that signs later revisions. */
  opsKey: string;
  /** The pinned key of timestamps, and the timestamp of this page. */
  timestampKey: string;
  timestamp: SignedRegistry['timestamp'] | null;
  /** Path -> integrity, of the files of the shell and of this route's module. */
  files: Record<string, string>;
  config: PageConfig;
  /** Authorises health reports of this page; null: it sends none. */
  token: string | null;
  /** The module overrides of this browser that the portal host allows. */
  overrides: readonly Override[];
}

type EmbeddedRegistry = Pick<SignedRegistry, 'document' | 'timestamp'> &
  Partial<Record<'opsKey' | 'timestampKey', string>> & { token?: string | null };

const BLANK: PageConfig = { customerSite: '', supportEmail: '', mapsKey: null, basic: '', apiUrl: '', firebase: null, patience: 1 };

function json<T>(id: string, otherwise: T): T {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : otherwise;
}

export function readPageData(): PageData {
  const signed = json<EmbeddedRegistry>('registry', { document: '{"revision":0,"modules":{}}' });
  const registry = JSON.parse(signed.document) as Registry;
  return {
    registry,
    // A page without a watchdog runs the active version.
    shell: document.getElementById('watch')?.dataset.shell ?? registry.shell.version,
    opsKey: signed.opsKey ?? '',
    timestampKey: signed.timestampKey ?? '',
    timestamp: signed.timestamp ?? null,
    files: json<Record<string, string>>('files', {}),
    config: { ...BLANK, ...json<Partial<PageConfig>>('config', {}) },
    token: signed.token ?? null,
    overrides: json<Override[]>(OVERRIDES_ID, []),
  };
}
