import type { Schema } from 'yup';
import type { StaffRoles } from './staff';

/** `EVENT`: a socket call. It goes through the page's one socket, and its acknowledgement is the envelope. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'EVENT';

/**
 * Which credential a call carries.
 * - `basic`: the fixed client credential of every call that runs before a session.
 * - `bearer`: the guard's token, any onboarding state.
 * - `held`: the guard's token, and the guard must have nothing left to do but wait for approval.
 * - `approved`: the guard's token, and the guard must have nothing left to do (AUTHZ-40).
 * - `staff`: a key of a member of staff in one of the call's `roles`, `/staff/v1` only.
 * - `open`: none (images by unguessable name, health).
 */
export type Auth = 'basic' | 'bearer' | 'held' | 'approved' | 'staff' | 'open';

/** One call of the guard API: what both sides must agree on, and nothing else. */
export interface Endpoint<In = unknown, Out = unknown> {
  /** Unique and stable: `<domain>.<act>`. It names the call in the outbox, in mocks and in the API's docs. */
  readonly id: string;
  readonly method: Method;
  /** Under `/v1` (`/staff/v1` for staff calls). `:name` segments are filled from the input. Of a socket call: the event's name. */
  readonly path: string;
  readonly auth: Auth;
  /** Of a staff call, which has it always: who of the staff may make it. */
  readonly roles?: StaffRoles;
  /** Path, query and body as one object; the transport spreads it, the server joins it and parses it with this very schema. */
  readonly input: Schema<In>;
  /** What `data` of the envelope holds when `code` is 200. */
  readonly output: Schema<Out>;
  /** Reads what another guard API may send for the same call into `output`'s shape. Runs on every reply before it is used. */
  readonly read?: (data: unknown) => Out;
  /** Input keys that travel in the query of a call that has a body. GET and DELETE send everything but path keys there. */
  readonly query?: readonly string[];
  readonly body?: 'json' | 'multipart';
  /**
   * Of a multipart call: the lists that travel as one JSON text, each with the part that carries the file of its rows, if any.
   * `{ identityDocuments: 'identityFile' }`: the `file` of row 0 travels as the part `identityFile0`, and is its row's `file` again
   * before the input is judged, so that a refusal names `identityDocuments[0].file`.
   */
  readonly jsonRows?: Readonly<Record<string, string | null>>;
  /** Keys that are always on the wire, empty when unset. A key of the path that is listed here is sent in the body, too. */
  readonly always?: readonly string[];
  /**
   * Of a guard's write: its input itself makes a repeat known, such as by a `clientId`, or a repeat does no harm: no idempotency key is
   * kept for it, nor its reply. So it must be where the reply holds a `secret()`: the API does not bind it otherwise. Of a write of staff no
   * reply is kept, whatever it says here, and its key always is.
   */
  readonly knowsRepeats?: true;
  /** A guard's write that is never refused for the number of their writes: a call for help. */
  readonly hasNoWriteLimit?: true;
  /**
   * Its last reply stays on the guard's device for as long as they are logged in, and stands in for one that cannot be had. Of readings
   * only, that a guard needs at work without a network. Nothing that pays, proves who somebody is, or was said between people.
   */
  readonly keptOnDevice?: true;
  /**
   * Of a guard's call: the session must have been confirmed within the last ten minutes (`auth.confirmation`), otherwise 403 with the reason
   * `confirmation`. A `password` in the input, as the release before sends it, confirms the session when it is right.
   */
  readonly confirmed?: true;
  /**
   * The documents keep refusals of this call silent. The client replaces the server's message, so no screen can print it: by `reasons`
   * for a code, or by `otherwise`, the line about an unsaved form.
   */
  readonly silent?: { readonly otherwise: string; readonly reasons?: Readonly<Record<number, string>> };
  /** The message of a success, when the documents state it. */
  readonly ok?: string;
  /** A `basic` call that also says who is logged in, when somebody is: the steps that can be taken with and without a session. */
  readonly carriesToken?: true;
  /** Its screen shows a 401 in its own alert; everywhere else a 401 ends the session (SESSION-10). */
  readonly showsOwn401?: true;
}

export type Input<E> = E extends Endpoint<infer I, unknown> ? I : never;
export type Output<E> = E extends Endpoint<unknown, infer O> ? O : never;

/** A staff call cannot be written without saying who of the staff may make it, and no other call says it. */
type Declared<In, Out> = Endpoint<In, Out> &
  ({ readonly auth: 'staff'; readonly roles: StaffRoles } | { readonly auth: Exclude<Auth, 'staff'>; readonly roles?: never });

/** Declares a call. An identity function: it exists for inference and for `git grep 'endpoint('`. */
export function endpoint<In, Out>(definition: Declared<In, Out>): Endpoint<In, Out> {
  return definition;
}

/** Whether a call is a guard's own: it carries the guard's token. */
export const isOfGuard = ({ auth }: { auth: Auth }): boolean => auth === 'bearer' || auth === 'held' || auth === 'approved';

/**
 * Whether a repeat is known by its Idempotency-Key: of a guard's write, unless it `knowsRepeats`, and of every write of staff but those of
 * tests alone.
 */
export const keepsKey = ({ auth, method, knowsRepeats, roles }: Pick<Endpoint, 'auth' | 'method' | 'knowsRepeats' | 'roles'>): boolean =>
  method !== 'GET' && (auth === 'staff' ? roles !== 'rehearsal' : isOfGuard({ auth }) && !knowsRepeats);

/** The path's own keys: `/guard/otp/:id` -> `['id']`. */
export function pathKeys(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** Whose data a call reads or changes: `shifts.start` -> `shifts`. */
export const domainOf = (endpointId: string): string => endpointId.split('.')[0] ?? endpointId;

/** Where the guard API lives below its host (API-GEN-01). */
export const BASE = '/v1';
export const STAFF_BASE = '/staff/v1';

/** Whether a call goes through the socket. */
export const isSocketCall = ({ method }: { method: Method }): boolean => method === 'EVENT';

/** How the socket call of this name goes over HTTP, for a network that lets no WebSocket through: the same input, key and envelope. */
export const overHttp = (name: string) => ({ method: 'POST', path: `/socket/${name}` }) as const;

/** The public prefix and path of a call, `:name` segments unfilled; a socket call has its event's name alone. */
export function fullPath(endpoint: Endpoint<never, unknown> | Endpoint): string {
  if (isSocketCall(endpoint)) return endpoint.path;
  return (endpoint.auth === 'staff' ? STAFF_BASE : BASE) + endpoint.path;
}

/** The guard's token beside the basic credential, of a call that `carriesToken`. */
export const TOKEN_HEADER = 'x-guard-token';
