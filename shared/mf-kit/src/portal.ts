import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Reason } from '@portal/contracts/_kernel/envelope';
import type { Events, Heard } from '@portal/contracts/_kernel/event';
import type { Guard, LoginReply } from '@portal/contracts/_kernel/guard';
import type { ConnectOutcome, Provider, SignInOutcome } from './provider';
import type { PushAccess } from './pushAccess';

/**
 * The portal context: everything of which a page may have only one. The shell makes it and hands it to each remote on mount.
 * Part of the contract range: raise PORTAL_VERSION on a change that an older remote would not survive.
 */
export const PORTAL_VERSION = 1;

export interface Position {
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  at: string;
}

export interface Session {
  guardId: string;
  guard: Guard;
}

/** What of a job the portal remembers between its pages (SESSION-21..23). */
export interface RememberedJob {
  jobId: string;
  userId: string;
  shiftId: string;
}

export interface PortalSession {
  current(): Session | null;
  subscribe(listener: () => void): () => void;
  /** Stores token and guard of a login or verified code, then goes to the guard's next step, or to the path that a 401 interrupted. */
  begin(reply: LoginReply): void;
  /** The guard as the server now has it; the shell holds, releases or moves on. */
  update(guard: Guard): void;
  /** Asks "Are you sure", ends the session in every store and tab (SHELL-20..24). */
  logout(): Promise<void>;
  /** Ends the session without asking and goes to login, where `said` stands: after a new password. Missing in a shell of before; go to login then. */
  logInAgain?(said: string): Promise<void>;
  rememberJob(job: RememberedJob): void;
  rememberedJob(): RememberedJob | null;
  signInWith(provider: Provider): Promise<SignInOutcome>;
  /** Links the provider's account to the guard who is logged in; a remote of the previous release gives the password. Missing in an older shell. */
  connectWith?(provider: Provider, password?: string): Promise<ConnectOutcome>;
  /** Whether a provider is configured: its button says so beforehand. */
  canSignInWith(provider: Provider): boolean;
  /** The push token when permission was already given, else 'web'. Never asks (LOGIN-24). */
  deviceToken(): Promise<string>;
}

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface Question {
  title: string;
  body: string;
  confirm: string;
  cancel: string;
  /** To confirm takes away what cannot be had back, and looks like it. */
  danger?: true;
}

/** `on device`: kept safely and not under way; it goes out by itself. `failed`: refused or expired, kept until it is dismissed. */
export type WriteState = 'on device' | 'sending' | 'sent' | 'failed';

/** What makes a write durable. */
export interface Durable {
  /** The act in a guard's words, shown while it waits: "Break: Lunch". */
  what: string;
  /** True while the caller itself shows why this write was refused (an open form): the outbox then forgets it instead of listing it. */
  takesRefusal?: () => boolean;
  /** Its own place on its screen shows what becomes of it, however late: no toast tells of it. */
  isQuiet?: true;
}

export interface WriteOptions {
  /**
   * Keeps the write on the device until the server answered: it survives no signal, reload, a crash and the end of the session,
   * and is tried until then. Its promise stays open as long as it waits. A shell without an outbox sends it as any other write.
   */
  durable?: Durable;
  /** Told at each change of a durable write, with the server's instant: `sending` first when it goes out at once, else `on device`. */
  onState?: (state: WriteState, at: string) => void;
  /** The act's own key: the server repeats its reply for a key it has seen. Made by the shell when left out. */
  key?: string;
  /** Entries of one order key are sent one after the other (a shift's id). */
  order?: string;
  /** ISO. After this instant the act makes no sense any more (an application when the job has started): a durable one is not sent. */
  validUntil?: string;
  /** Share of the body that is sent, 0 to 1; begins anew with each try. Of a durable write: while this tab sends it, in steps of a hundredth. */
  onProgress?: (share: number) => void;
  /** Gives up waiting: it then fails with `copy.cancelled`, but may have arrived. A kept durable one is taken back by `outbox.dismiss`. */
  signal?: AbortSignal;
}
export type WriteResult<Out> = { ok: true; message: string; data: Out; at: string } | { ok: false; error: Failure };

/** A durable write of this guard on this device. */
export interface WriteEntry extends Pick<Durable, 'what' | 'isQuiet'> {
  key: string;
  /** `<domain>.<act>` of its endpoint. */
  endpointId: string;
  order: string | null;
  /** As it was given to `write`; gone once it is sent. */
  input: unknown;
  state: WriteState;
  createdAt: string;
  validUntil: string | null;
  /** How many bytes its files have; missing without files. */
  bytes?: number;
  /** The share of it that is sent, 0 to 1, while one with files is under way. */
  progress?: number;
  /** When the server had answered. */
  sentAt?: string;
  /** Why it failed, or why the last try of one that waits did. */
  failure?: Failure;
  /** It failed because `validUntil` passed; the server was not asked again. */
  expired?: true;
}

/** The guard's durable writes: waiting, failed, and those sent within the last hour, oldest first. */
export interface Outbox {
  /** The same array until something changes; empty until it was read from the device, which `subscribe` asks for. */
  current(): readonly WriteEntry[];
  subscribe(listener: () => void): () => void;
  /** Resolves when the device was read, or cannot be: `current` then has what it keeps. Missing in an older shell. */
  read?(): Promise<void>;
  /** Tries a waiting one now, a failed one again; an expired one also after its time. */
  retry(key: string): void;
  /** Takes it off the device without asking, files included; one that waits is then never sent, one that is under way is broken off. */
  dismiss(key: string): void;
}

/** What a hook gives instead of throwing (SHELL-39). */
export interface Failure {
  /** HTTP status and body code; 0 when there was no answer. */
  code: number;
  message: string;
  /** What a guard may be shown. */
  userMessage: string;
  fields: Record<string, string>;
  /** Names the server's log line of an unexpected error; safe to show. */
  reference?: string;
  /** Which refusal of this code it is. */
  reason?: Reason;
  /** Of a durable write that this device could not keep: no entry of the outbox tells of it, its screen must. */
  isUnlisted?: true;
}

export type LiveState = 'connected' | 'disconnected';

/** The page's line to the server: events come over it, and socket calls go. */
export interface Live {
  current(): LiveState;
  /** Told at each change; `connected` is also told when a gap was too short to be seen: what came meanwhile is to be read again. */
  subscribe(listener: () => void): () => void;
}

/** How `now` follows the server's clock. */
export interface ServerClock {
  /** 0 before the server's time is known, unless the server cannot be reached; another number after each correction. */
  reading(): number;
  /** Requests the server's time if it is not known. */
  subscribe(listener: () => void): () => void;
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
  navigate(to: string, options?: { replace?: boolean; state?: unknown }): void;
  /** Refines the page's title (" · Guard Portal" is added) until the next navigation. */
  title(text: string): void;
  toast(kind: ToastKind, text: string): void;
  /** Read out by screen readers, not shown. */
  announce(text: string): void;
  confirm(question: Question): Promise<boolean>;
  /** Sends a write under an idempotency key. Never throws. */
  write<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: WriteOptions): Promise<WriteResult<Out>>;
  /** Missing in a shell of before the outbox. */
  readonly outbox?: Outbox;
  /** Registers unsaved input; the returned function takes it back. While any is left, a swap waits, and leaving asks as long as `asks` says so. */
  dirty(what: string, asks?: () => boolean): () => void;
  /** Says whether this guard's SOS is on. Until the opposite is said, on any page: no reload, no question of the portal's own. Missing in an older shell. */
  emergency?(isOn: boolean): void;
  /** Tells every module and the chrome that a domain's data changed. */
  changed(domain: string): void;
  onChanged(domain: string, listener: () => void): () => void;
  /** Hears a domain's events while the page is open, each with a payload of its shape. Missing in a shell of before them; `useEvents` copes. */
  onEvent?<Payloads extends object>(events: Events<Payloads>, listener: (heard: Heard<Payloads>) => void): () => void;
  /** Missing in a shell of before socket calls. */
  readonly live?: Live;
  /** Missing in an older shell. */
  readonly push?: PushAccess;
  /** The last position that the guard let the portal read, or null. Never asks. */
  lastPosition(): Position | null;
  /** Reads the position; the browser asks the guard. Resolves null when refused. */
  position(): Promise<Position | null>;
  /** The instant by the server's clock. For acts of the guard; a component that renders a time uses `useServerNow`. */
  now(): Date;
  /** Missing in an older shell: `now` then counts. */
  readonly clock?: ServerClock;
  /**
   * Loads google's maps script, once for the page, and these of its libraries: its `google.maps`. Null without a key, or when it did
   * not come in time: asking again tries again. 'refused' when google does not take the key.
   */
  maps(libraries?: readonly MapsLibrary[]): Promise<object | 'refused' | null>;
  telemetry(event: Telemetry): void;
}
