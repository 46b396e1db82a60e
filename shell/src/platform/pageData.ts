import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { OVERRIDES_ID, type Override } from '@portal/mf-kit/override';
import type { PortalConfig } from '@portal/mf-kit/portal';

/** What the host wrote into the HTML of this page. */
export interface PageConfig extends PortalConfig {
  /** The fixed client credential of calls before a session, in base 64 (AUTHZ-11). */
  basic: string;
  /** Where the guard API answers; empty for the page's own origin. */
  apiUrl: string;
  /** Firebase's web configuration, when provider sign-in or push is configured. */
  firebase: FirebaseConfig | null;
  /** Of 1: how much of its deadlines a module gets. */
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
  /** The version of this page's shell: the last good one where the active one did not start in this browser. */
  shell: string;
  /** The key that signs later revisions, as the host pinned it in this page. */
  opsKey: string;
  /** The key of the host's word on what is current, and that word as of this page. */
  timestampKey: string;
  timestamp: SignedRegistry['timestamp'] | null;
  /** Path -> integrity of the shell's files and of the asked route's module. */
  files: Record<string, string>;
  config: PageConfig;
  /** What the page shows when it tells the host what became of its modules; null: it tells nothing. */
  token: string | null;
  /** What this browser takes from elsewhere, as the host allows it. */
  overrides: readonly Override[];
}

/** The registry as the host wrote it into the page, with the keys that later ones are checked with. */
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
    // Without a watchdog there was no other.
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
