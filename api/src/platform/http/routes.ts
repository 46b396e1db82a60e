import type { Readable } from 'node:stream';
import { type Endpoint, isGuardCall } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { SchemaDescription, SchemaInnerTypeDescription, SchemaObjectDescription } from 'yup';
import type { ByteRange } from '../files/file-store';
import type { SignedIn } from '../identity/sessions';
import type { StaffMember } from '../identity/staff-keys';

/** What a handler may want to know of the call besides its input. */
export interface CallContext {
  /** The caller's address, for rate limits; never store more of it than its network (`networkPrefix`). */
  address: string;
  /** What the caller's browser says of itself. */
  userAgent: string | null;
  reference: string;
  /** The room of the very socket that called, to answer it with an event; null over HTTP. */
  room: string | null;
  /** The guard's token that came beside the basic credential, unchecked. */
  token: string | null;
  /** The member of staff who calls; null for anybody else. */
  staff: StaffMember | null;
  cookie(name: string): string | null;
  /** The cookie with exactly this name. On https any sibling domain can set one without `__Host-`: trust nothing in it. */
  plainCookie(name: string): string | null;
  /** Sets an HttpOnly cookie for the API's own paths; no seconds: takes it away. */
  setCookie(name: string, value: string, seconds: number): void;
}

/** A success with a message of its own; a handler that returns plain data gets the endpoint's. */
export class ReplyWithMessage<Out> {
  constructor(
    readonly data: Out,
    readonly message: string,
  ) {}
}

export type StoredFile = FileFacts & (GeneratedFileReply | StoredFileReply);

/** Made for this very call; it is given whole. */
interface GeneratedFileReply {
  stream: Readable;
}

/** Opened when it is known which part of it is asked for: by a player that jumps. */
interface StoredFileReply {
  /** Null when it is gone. */
  open: (part?: ByteRange) => Promise<Readable | null>;
  /** What is said then. */
  missing: string;
}

export interface FileFacts {
  /** What it is saved as; of a name that somebody gave, what `safeFilename` made of it. */
  savedAs: string;
  contentType: string;
  bytes: number;
  /** True: shown to its owner only, so no shared cache may keep it. */
  isPrivate: boolean;
  /** True: what it says changes, so it is asked for anew each time. */
  isLive?: true;
}

/** One endpoint and what answers it. Domains export lists of these; `domains/index.ts` joins them. */
export type Route = ReplyRoute | FileRoute;
export interface ReplyRoute {
  kind: 'reply';
  endpoint: Endpoint;
  /** It writes nothing, and so goes by a replica where there is one. */
  readOnly?: true;
  /** Counts the call, and refuses it, before its files are decoded. */
  count?: (input: unknown, context: CallContext) => Promise<void>;
  /** What is done before the transaction of the call; `run` gets what it gives. */
  prepare?: (guard: SignedIn | null, input: unknown, context: CallContext) => Promise<unknown>;
  run: (guard: SignedIn | null, input: unknown, context: CallContext, ready?: unknown) => Promise<unknown>;
  onReplay?: (guard: SignedIn | null, input: unknown, context: CallContext) => Promise<unknown>;
}
export interface FileRoute {
  kind: 'file';
  endpoint: Endpoint;
  run: (guard: SignedIn | null, input: unknown) => Promise<StoredFile>;
}

/** Whether a shape has a `secret()` somewhere. */
function holdsSecret(shape: SchemaDescription): boolean {
  const { fields = {}, innerType, meta } = shape as SchemaObjectDescription & SchemaInnerTypeDescription;
  const inside = [...Object.values(fields), innerType].filter((one) => one !== undefined) as SchemaDescription[];
  return Boolean((meta as { isSecret?: true } | undefined)?.isSecret) || inside.some(holdsSecret);
}

/** A guard's own call. Its reply is kept for a repeat of its key, so that no secret may stand in it. */
function checkGuardEndpoint({ id, auth, method, knowsRepeats, output }: Endpoint): void {
  if (!isGuardCall({ auth })) throw new Error(`${id} has no guard: use bindOpen`);
  const isKept = method !== 'GET' && !knowsRepeats;
  if (isKept && holdsSecret(output.describe())) throw new Error(`${id} replies a secret: it must say knowsRepeats, so that it is not kept`);
}

type Replies<Out> = Promise<Out | ReplyWithMessage<Out>>;

/** Binds a call that a signed-in guard makes: auth `bearer`, `held` or `approved`. */
export function bind<In, Out>(
  endpoint: Endpoint<In, Out>,
  handler: (guard: SignedIn, input: In, context: CallContext) => Replies<Out>,
): Route {
  checkGuardEndpoint(endpoint as Endpoint);
  return {
    kind: 'reply',
    endpoint: endpoint as Endpoint,
    run: (guard, input, context) => handler(guard as SignedIn, input as In, context),
  };
}

/**
 * As `bind`, for a call that has something to do before its transaction: count a try, compare a password, hash a code. `handler` gets what
 * `prepare` gives. A repeat of the call's key prepares nothing and gets the reply that was kept, without the cookies that came with it: a call
 * that sets one says by `onReplay` how its repeat sets it, too.
 */
export function bindWithPrepare<In, Out, Ready>(
  endpoint: Endpoint<In, Out>,
  prepare: (guard: SignedIn, input: In, context: CallContext) => Promise<Ready>,
  handler: (guard: SignedIn, input: In, ready: Ready, context: CallContext) => Replies<Out>,
  onReplay?: (guard: SignedIn, input: In, context: CallContext) => Promise<unknown>,
): Route {
  checkGuardEndpoint(endpoint as Endpoint);
  return {
    kind: 'reply',
    endpoint: endpoint as Endpoint,
    prepare: (guard, input, context) => prepare(guard as SignedIn, input as In, context),
    run: (guard, input, context, ready) => handler(guard as SignedIn, input as In, ready as Ready, context),
    ...(onReplay && { onReplay: (guard, input, context) => onReplay(guard as SignedIn, input as In, context) }),
  };
}

/** Binds a call without a guard: auth `basic`, `staff` or `open`. `count` counts the call, and may refuse it, before its files are decoded. */
export function bindOpen<In, Out>(
  endpoint: Endpoint<In, Out>,
  handler: (input: In, context: CallContext) => Replies<Out>,
  count?: (input: In, context: CallContext) => Promise<void>,
): Route {
  if (isGuardCall(endpoint)) throw new Error(`${endpoint.id} has a guard: use bind`);
  if (endpoint.confirmed) throw new Error(`${endpoint.id} has no session that can be confirmed`);
  if (endpoint.body === 'multipart' && !count)
    throw new Error(`${endpoint.id} takes files of visitors: it must count them before they are decoded`);
  return {
    kind: 'reply',
    endpoint: endpoint as Endpoint,
    run: (_guard, input, context) => handler(input as In, context),
    ...(count && { count: (input, context) => count(input as In, context) }),
  };
}

/** Says of a call that it writes nothing: where there is a replica (`DATABASE_READ_URL`) it goes by that. A write is an error there, and a transaction one everywhere. */
export function readOnly(route: Route): Route {
  const { method, knowsRepeats } = route.endpoint;
  if (route.kind === 'file' || (method !== 'GET' && !knowsRepeats)) throw new Error(`${route.endpoint.id} does not only read`);
  return { ...route, readOnly: true };
}

/** Binds a call that replies a file instead of an envelope; the guard is there when an open call carried a token. */
export function bindFile<In>(endpoint: Endpoint<In, unknown>, handler: (guard: SignedIn | null, input: In) => Promise<StoredFile>): Route {
  if (endpoint.confirmed) throw new Error(`${endpoint.id} replies a file: it cannot require a confirmation`);
  return { kind: 'file', endpoint: endpoint as Endpoint, run: (guard, input) => handler(guard, input as In) };
}

/** The envelope of a success (API-GEN-02, API-GEN-03). */
export function successEnvelope(endpoint: Endpoint, result: unknown): Envelope {
  const { data, message } = result instanceof ReplyWithMessage ? result : { data: result, message: endpoint.ok ?? 'OK' };
  return { code: 200, message, data: data ?? null };
}
