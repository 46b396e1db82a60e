import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { RefusalReason } from '@portal/contracts/_kernel/envelope';
import type { Events, ReceivedEvent } from '@portal/contracts/_kernel/event';
import type { Guard, LoginReply } from '@portal/contracts/_kernel/guard';
import type { ConnectOutcome, Provider, SignInOutcome } from './provider';
import type { PushAccess } from './pushAccess';

/**
 * The portal context: everything that exists once per page. The shell creates it and passes it to each remote at mount. It is a contract:
 * raise PORTAL_VERSION for a change that breaks older remotes.
 */
export const PORTAL_VERSION = 1;

export interface Position {
  latitude: number;
  longitude: number;
  /** In metres. */
  accuracy: number;
  at: string;
}

export interface Session {
  guardId: string;
  guard: Guard;
}

/** The job that the portal remembers between pages (SESSION-21..23). */
export interface RememberedJob {
  jobId: string;
  userId: string;
  shiftId: string;
}

export interface PortalSession {
  current: () => Session | null;
  subscribe: (listener: () => void) => () => void;
  /**
   * Stores token and guard of a login or a verified code, then navigates to the guard's next step, or to the path that a 401 interrupted.
   */
  begin: (reply: LoginReply) => void;
  /** Stores the guard from a server reply. The shell then shows or hides pages, or navigates to the next step. */
  update: (guard: Guard) => void;
  /** Ends the session in every store and tab after a question (SHELL-20..24). */
  logout: () => Promise<unknown>;
  /**
   * Ends the session without a question after a new password, and navigates to login, which shows `said`. Missing in an older shell;
   * navigate to login then.
   */
  logInAgain?: (said: string) => Promise<unknown>;
  rememberJob: (job: RememberedJob) => void;
  rememberedJob: () => RememberedJob | null;
  signInWith: (provider: Provider) => Promise<SignInOutcome>;
  /** Connects a provider's account with the guard. A remote of the previous release passes the password. Missing in an older shell. */
  connectWith?: (provider: Provider, password?: string) => Promise<ConnectOutcome>;
  /** Whether a provider is configured. If not, its button shows that before a press. */
  canSignInWith: (provider: Provider) => boolean;
  /** Returns the push token if permission was given already, otherwise 'web'. Never asks the guard (LOGIN-24). */
  deviceToken: () => Promise<string>;
}

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface Question {
  title: string;
  body: string;
  confirm: string;
  cancel: string;
  /** The confirmed action cannot be undone; the button shows that. */
  danger?: true;
}

/** `on device`: stored, and sent automatically later. `failed`: refused or expired, and stored until it is dismissed. */
export type WriteState = 'on device' | 'sending' | 'sent' | 'failed';

export interface DurableWrite {
  /** The act in the guard's words, shown while the write waits: "Break: Lunch". */
  what: string;
  /** True while the caller itself shows a refusal, such as an open form. The outbox then deletes a refused write instead of listing it. */
  takesRefusal?: () => boolean;
  /** The screen shows the result in its own place, so no toast does. */
  isQuiet?: true;
}

export interface WriteOptions {
  /**
   * Stores the write on the device until the server answers: through lost signal, reload, crash and the end of the session. Its promise
   * stays open until then. A shell without an outbox sends it as an ordinary write.
   */
  durable?: DurableWrite;
  /**
   * Called at each change of a durable write with the instant of the server: first `sending` if it is sent immediately, otherwise `on
   * device`.
   */
  onState?: (state: WriteState, at: string) => void;
  /** The idempotency key: the server repeats its reply for a known key. The shell makes one if it is missing. */
  key?: string;
  /** The order key, such as a shift's id. Entries with the same order key are sent in sequence. */
  order?: string;
  /** ISO instant. A durable write is not sent after it, such as an application after the start of the job. */
  validUntil?: string;
  /** Share of the body that is sent, 0 to 1; restarts at each attempt. For a durable write: while this tab sends it, in steps of 0.01. */
  onProgress?: (share: number) => void;
  /** Stops waiting. The write fails with `copy.cancelled`, but may have arrived. Cancel a stored durable write by `outbox.dismiss`. */
  signal?: AbortSignal;
}
export type WriteResult<Out> = { ok: true; message: string; data: Out; at: string } | { ok: false; error: Failure };

/** A durable write of this guard on this device. */
export interface WriteEntry extends Pick<DurableWrite, 'what' | 'isQuiet'> {
  key: string;
  /** `<domain>.<act>` of its endpoint. */
  endpointId: string;
  order: string | null;
  /** The input of `write`; removed after sending. */
  input: unknown;
  state: WriteState;
  createdAt: string;
  /** `at` of the input, corrected by the time that the device has proven. Missing after sending, without such a time, and in an older shell. */
  actedAt?: string;
  validUntil: string | null;
  /** Size of its files in bytes; missing without files. */
  bytes?: number;
  /** Share that is sent, 0 to 1, while a write with files is in flight. */
  progress?: number;
  /** The instant of the server's reply. */
  sentAt?: string;
  /** The reason of the failure, or of the last failed attempt. */
  failure?: Failure;
  /** It failed because `validUntil` passed before it was sent. */
  expired?: true;
}

/** The guard's durable writes: waiting, failed, and those sent within the last hour, oldest first. */
export interface Outbox {
  /** The same array until it changes. Empty until `subscribe` has read the device. */
  current: () => readonly WriteEntry[];
  subscribe: (listener: () => void) => () => void;
  /** Resolves after the device was read, or reading failed. Missing in an older shell. */
  read?: () => Promise<unknown>;
  /** Sends a waiting or failed write now, even an expired one. */
  retry: (key: string) => void;
  /** Deletes a write and its files from the device without a question. A waiting one is never sent; one in flight is cancelled. */
  dismiss: (key: string) => void;
}

/** The failure that a hook returns instead of throwing (SHELL-39). */
export interface Failure {
  /** HTTP status and body code; 0 without a reply. */
  code: number;
  message: string;
  /** The text for the guard. */
  userMessage: string;
  fields: Record<string, string>;
  /** Id of the server's log entry for an unexpected error; safe to show. */
  reference?: string;
  /** The reason of the refusal, if the client distinguishes several. */
  reason?: RefusalReason;
  /** The device could not store this durable write. The outbox does not list it, so its screen must show it. */
  isUnlisted?: true;
}

export type LiveState = 'connected' | 'disconnected';

/** The realtime channel, for events and socket calls. */
export interface Live {
  current: () => LiveState;
  /** Called at each change, and with `connected` after a gap of any length, because events may have been lost. Read the data again then. */
  subscribe: (listener: () => void) => () => void;
}

/** The estimate of the server's clock behind `now`. */
export interface ServerClock {
  /** 0 before the server's time is known, unless the server is unreachable. Changes at each correction. */
  reading: () => number;
  /** Calls `listener` at each correction. Requests the server's time if it is not known. */
  subscribe: (listener: () => void) => () => void;
}

export interface PortalConfig {
  customerSite: string;
  supportEmail: string;
  mapsKey: string | null;
}

export interface Telemetry {
  event: string;
  module?: string;
  version?: string;
  detail?: string;
}

export type MapsLibrary = 'maps' | 'marker' | 'places';

export interface Portal {
  readonly version: number;
  readonly config: PortalConfig;
  readonly session: PortalSession;
  navigate: (to: string, options?: { replace?: boolean; state?: unknown }) => void;
  /** Sets the page's title (" · Guard Portal" is added) until the next navigation. */
  title: (text: string) => void;
  toast: (kind: ToastKind, text: string) => void;
  /** Announces a text to screen readers only. */
  announce: (text: string) => void;
  confirm: (question: Question) => Promise<boolean>;
  /** Sends a write with an idempotency key. Never throws. */
  write: <In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: WriteOptions) => Promise<WriteResult<Out>>;
  /** Missing in an older shell. */
  readonly outbox?: Outbox;
  /**
   * Registers unsaved input and returns the function that releases it. Until then a module update waits, and leaving asks the guard while
   * `asks` returns true.
   */
  dirty: (what: string, asks?: () => boolean) => () => void;
  /**
   * Reports whether the guard's SOS is active. While it is, no page reloads or asks a question of the portal. Missing in an older shell.
   */
  emergency?: (isOn: boolean) => void;
  /** Reports to all modules and the chrome that a domain's data changed. */
  changed: (domain: string) => void;
  onChanged: (domain: string, listener: () => void) => () => void;
  /**
   * Calls `listener` for a domain's events while the page is open, with parsed payloads. Missing in an older shell; `useEvents` handles
   * that.
   */
  onEvent?: <Payloads extends object>(events: Events<Payloads>, listener: (event: ReceivedEvent<Payloads>) => void) => () => void;
  /** Missing in an older shell. */
  readonly live?: Live;
  /** Missing in an older shell. */
  readonly push?: PushAccess;
  /** The last position that the guard allowed to be read, or null. Never asks the guard. */
  lastPosition: () => Position | null;
  /** Reads the position; the browser asks the guard. Null if the guard refuses. */
  position: () => Promise<Position | null>;
  /** The time of the server. Use it for acts of the guard; to display a time, use `useServerNow`. */
  now: () => Date;
  /** Missing in an older shell; use `now` then. */
  readonly clock?: ServerClock;
  /**
   * Loads Google Maps with these libraries, once per page, and returns its `google.maps`. Null without a key, or after a failure; the next
   * call tries again. 'refused' if Google rejects the key.
   */
  maps: (libraries?: readonly MapsLibrary[]) => Promise<object | 'refused' | null>;
  telemetry: (event: Telemetry) => void;
}
