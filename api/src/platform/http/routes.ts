import type { Readable } from 'node:stream';
import { type Endpoint, isGuardCall } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { SchemaDescription, SchemaInnerTypeDescription, SchemaObjectDescription } from 'yup';
import type { ByteRange } from '../files/file-store';
import type { SignedIn } from '../identity/sessions';
import type { StaffMember } from '../identity/staff-keys';

/** Data of a call besides its input. */
export interface CallContext {
  /** The caller's address, for rate limits; never store more of it than its network (`networkPrefix`). */
  address: string;
  userAgent: string | null;
  reference: string;
  /** The room of the calling socket, for replies by event; null over HTTP. */
  room: string | null;
  /** The guard's token sent in addition to the basic credential, not verified. */
  token: string | null;
  /** The calling member of staff; null for all other callers. */
  staff: StaffMember | null;
  cookie(name: string): string | null;
  /** Sets an HttpOnly cookie for the API's paths; 0 seconds deletes it. */
  setCookie(name: string, value: string, seconds: number): void;
}

/** A success with its own message, in place of the endpoint's. */
export class ReplyWithMessage<Out> {
  constructor(
    readonly data: Out,
    readonly message: string,
  ) {}
}

export type StoredFile = FileFacts & (GeneratedFileReply | StoredFileReply);

/** A file generated for this call; always sent whole. */
interface GeneratedFileReply {
  stream: Readable;
}

/** A stored file, opened once the requested byte range is known: media players request parts. */
interface StoredFileReply {
  /** Null if the file no longer exists. */
  open: (part?: ByteRange) => Promise<Readable | null>;
  /** Message of the reply in that case. */
  missing: string;
}

export interface FileFacts {
  /** File name for the download. If a user chose it, the result of `safeFilename`. */
  savedAs: string;
  contentType: string;
  bytes: number;
  /** True: only its owner may see it, so no shared cache may store it. */
  isPrivate: boolean;
  /** True: its content changes, so clients must revalidate it each time. */
  isLive?: true;
}

/** An endpoint and its handler. Domains export lists of routes; `domains/index.ts` joins them. */
export type Route = ReplyRoute | FileRoute;
export interface ReplyRoute {
  kind: 'reply';
  endpoint: Endpoint;
  /** The call writes nothing and may use a replica. */
  readOnly?: true;
  /** Counts the call before its files are decoded. @throws if the caller exceeds the limit. */
  count?: (input: unknown, context: CallContext) => Promise<void>;
  /** Runs before the transaction of the call; `run` gets its result. */
  prepare?: (guard: SignedIn | null, input: unknown, context: CallContext) => Promise<unknown>;
  run: (guard: SignedIn | null, input: unknown, context: CallContext, ready?: unknown) => Promise<unknown>;
  onReplay?: (guard: SignedIn | null, input: unknown, context: CallContext) => Promise<unknown>;
}
export interface FileRoute {
  kind: 'file';
  endpoint: Endpoint;
  run: (guard: SignedIn | null, input: unknown) => Promise<StoredFile>;
}

/** Whether the schema contains a `secret()`. */
function holdsSecret(shape: SchemaDescription): boolean {
  const { fields = {}, innerType, meta } = shape as SchemaObjectDescription & SchemaInnerTypeDescription;
  const inside = [...Object.values(fields), innerType].filter((one) => one !== undefined) as SchemaDescription[];
  return Boolean((meta as { isSecret?: true } | undefined)?.isSecret) || inside.some(holdsSecret);
}

/** Checks a guard's endpoint. Its reply is stored for replays of its idempotency key, so it must not contain a secret. */
function checkGuardEndpoint({ id, auth, method, knowsRepeats, output }: Endpoint): void {
  if (!isGuardCall({ auth })) throw new Error(`${id} has no guard: use bindOpen`);
  const isKept = method !== 'GET' && !knowsRepeats;
  if (isKept && holdsSecret(output.describe()))
    throw new Error(`${id} replies with a secret: it must set knowsRepeats, so that the reply is not stored`);
}

type Replies<Out> = Promise<Out | ReplyWithMessage<Out>>;

/** Binds an endpoint of signed-in guards: auth `bearer`, `held` or `approved`. */
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
 * As `bind`, with work before the transaction: count an attempt, compare a password, hash a code. `handler` gets the result of `prepare`.
 * A replay skips `prepare` and returns the stored reply without its cookies; an endpoint that sets a cookie sets it in `onReplay`, too.
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

/** Binds an endpoint without a guard: auth `basic`, `staff` or `open`. `count` counts the call before its files are decoded and may reject it. */
export function bindOpen<In, Out>(
  endpoint: Endpoint<In, Out>,
  handler: (input: In, context: CallContext) => Replies<Out>,
  count?: (input: In, context: CallContext) => Promise<void>,
): Route {
  if (isGuardCall(endpoint)) throw new Error(`${endpoint.id} has a guard: use bind`);
  if (endpoint.confirmed) throw new Error(`${endpoint.id} has no session that can be confirmed`);
  if (endpoint.body === 'multipart' && endpoint.auth !== 'staff' && !count)
    throw new Error(`${endpoint.id} takes files of visitors: it must count them before they are decoded`);
  return {
    kind: 'reply',
    endpoint: endpoint as Endpoint,
    run: (_guard, input, context) => handler(input as In, context),
    ...(count && { count: (input, context) => count(input as In, context) }),
  };
}

/** Marks a route that writes nothing: with `DATABASE_READ_URL` it uses the replica. Within it writes fail there, and transactions fail everywhere. */
export function readOnly(route: Route): Route {
  const { method, knowsRepeats } = route.endpoint;
  if (route.kind === 'file' || (method !== 'GET' && !knowsRepeats)) throw new Error(`${route.endpoint.id} is not read-only`);
  return { ...route, readOnly: true };
}

/** Binds an endpoint that replies with a file instead of an envelope. On an open endpoint, `guard` is set if the call carried a token. */
export function bindFile<In>(endpoint: Endpoint<In, unknown>, handler: (guard: SignedIn | null, input: In) => Promise<StoredFile>): Route {
  if (endpoint.confirmed) throw new Error(`${endpoint.id} replies with a file: it cannot require a confirmation`);
  return { kind: 'file', endpoint: endpoint as Endpoint, run: (guard, input) => handler(guard, input as In) };
}

/** The envelope of a success (API-GEN-02, API-GEN-03). */
export function successEnvelope(endpoint: Endpoint, result: unknown): Envelope {
  const { data, message } = result instanceof ReplyWithMessage ? result : { data: result, message: endpoint.ok ?? 'OK' };
  return { code: 200, message, data: data ?? null };
}
