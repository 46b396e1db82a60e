import type { Schema } from 'yup';
import type { StaffCommand, StaffRole, StaffRoles } from './staff';

/** `EVENT` is a socket call. It uses the page's only socket, and its acknowledgement is the envelope. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'EVENT';

/**
 * The credential of a call.
 * - `basic`: the fixed client credential of every call that runs before a session.
 * - `bearer`: the guard's token, in any onboarding state.
 * - `held`: the guard's token; the guard may only have to wait for approval.
 * - `approved`: the guard's token; the guard has finished onboarding and is approved (AUTHZ-40).
 * - `staff`: a staff key with one of the endpoint's `roles`, `/staff/v1` only.
 * - `open`: none (images with an unguessable name, health).
 */
export type Auth = 'basic' | 'bearer' | 'held' | 'approved' | 'staff' | 'open';

/** One endpoint of the guard API: everything that client and server must agree on. */
export interface Endpoint<In = unknown, Out = unknown> {
  /** Unique and stable: `<domain>.<act>`. It names the endpoint in the outbox, in mocks and in the API's documentation. */
  readonly id: string;
  readonly method: Method;
  /** Under `/v1` (`/staff/v1` for staff calls). The input fills `:name` segments. For a socket call, this is the name of the event. */
  readonly path: string;
  readonly auth: Auth;
  /** Required for a staff call: the roles that may make it. */
  readonly roles?: StaffRoles;
  /** Required for a staff call, except one for tests. */
  readonly command?: StaffCommand;
  /** Path, query and body as one object. The transport distributes it; the server joins it and validates it with the same schema. */
  readonly input: Schema<In>;
  /** The schema of `data` in the envelope when `code` is 200. */
  readonly output: Schema<Out>;
  /** Converts the reply of another guard API into the shape of `output`. It runs on every reply before the reply is used. */
  readonly read?: (data: unknown) => Out;
  /** Input keys that a call with a body sends in its query. GET and DELETE send everything except path keys there. */
  readonly query?: readonly string[];
  readonly body?: 'json' | 'multipart';
  /**
   * For a multipart call: the lists that are sent as one JSON text, each with the prefix of the parts that contain the files of its rows,
   * or null. With `{ identityDocuments: 'identityFile' }` the part `identityFile0` contains the `file` of row 0. The server puts it back
   * before validation, so an error names `identityDocuments[0].file`.
   */
  readonly jsonRows?: Readonly<Record<string, string | null>>;
  /** Keys that are always sent, empty when unset. A path key in this list is also sent in the body. */
  readonly always?: readonly string[];
  /**
   * For a write of a guard: the server recognises a repeat by the input, for example by a `clientId`, or a repeat is harmless. The server
   * then stores neither an idempotency key nor the reply. Required if the reply contains a `secret()`: the API refuses to register the
   * endpoint otherwise. It has no effect on staff writes: the API always stores their key, and never their reply.
   */
  readonly knowsRepeats?: true;
  /** A guard's write without a limit on the number of writes: a call for help. */
  readonly hasNoWriteLimit?: true;
  /**
   * The device stores the last reply while the guard is logged in, and uses it if a request gets no reply. Only for reads that a guard
   * needs at work without a connection. Never for payments, proofs of identity or messages between people.
   */
  readonly keptOnDevice?: true;
  /**
   * The guard must have confirmed the session within the last ten minutes (`auth.confirmation`). Otherwise the API replies 403 with the
   * reason `confirmation`. A correct `password` in the input also confirms the session; the previous release sends it.
   */
  readonly confirmed?: true;
  /**
   * The specification shows no message when this call is refused. The client replaces the server's message, so no screen can display it:
   * `reasons` has the text for a code, or makes it of the server's message; `otherwise` the text about an unsaved form.
   */
  readonly silent?: { readonly otherwise: string; readonly reasons?: Readonly<Record<number, string | ((message: string) => string)>> };
  /** The message after a success, if the specification states one. */
  readonly ok?: string;
  /** A `basic` call that also carries the token if a guard is logged in, for steps that work with and without a session. */
  readonly carriesToken?: true;
  /** The screen displays a 401 in its own alert. For all other calls a 401 ends the session (SESSION-10). */
  readonly showsOwn401?: true;
}

export type Input<E> = E extends Endpoint<infer I, unknown> ? I : never;
export type Output<E> = E extends Endpoint<unknown, infer O> ? O : never;

type CommandOf<In> = StaffCommand<keyof In & string>;

/** A staff call must declare its roles and its command, and no other call may declare them. */
type Declared<In, Out> = Endpoint<In, Out> &
  (
    | { readonly auth: 'staff'; readonly roles: readonly [StaffRole, ...StaffRole[]]; readonly command: CommandOf<In> }
    | { readonly auth: 'staff'; readonly roles: 'rehearsal'; readonly command?: CommandOf<In> }
    | { readonly auth: Exclude<Auth, 'staff'>; readonly roles?: never; readonly command?: never }
  );

/** Declares an endpoint. It returns its argument; it exists for type inference and for `git grep 'endpoint('`. */
export function endpoint<In, Out>(definition: Declared<In, Out>): Endpoint<In, Out> {
  return definition;
}

export const isGuardCall = ({ auth }: { auth: Auth }): boolean => auth === 'bearer' || auth === 'held' || auth === 'approved';

/**
 * Whether the API recognises a repeat by its Idempotency-Key. True for a guard's write unless it `knowsRepeats`, and for every staff write
 * except those for tests only.
 */
export const usesIdempotencyKey = ({
  auth,
  method,
  knowsRepeats,
  roles,
}: Pick<Endpoint, 'auth' | 'method' | 'knowsRepeats' | 'roles'>): boolean =>
  method !== 'GET' && (auth === 'staff' ? roles !== 'rehearsal' : isGuardCall({ auth }) && !knowsRepeats);

/** The keys of a path: `/guard/otp/:id` -> `['id']`. */
export function pathKeys(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** The domain of an endpoint: `shifts.start` -> `shifts`. */
export const domainOf = (endpointId: string): string => endpointId.split('.')[0] ?? endpointId;

/** The path prefix of the guard API (API-GEN-01). */
export const BASE = '/v1';
export const STAFF_BASE = '/staff/v1';

export const isSocketCall = ({ method }: { method: Method }): boolean => method === 'EVENT';

/** The HTTP form of a socket call, for a network that blocks WebSockets: the same input, key and envelope. */
export const httpFormOf = (name: string) => ({ method: 'POST', path: `/socket/${name}` }) as const;

/** The prefix and path of a call, with unfilled `:name` segments. For a socket call, the name of its event. */
export function fullPath(endpoint: Endpoint<never, unknown> | Endpoint): string {
  if (isSocketCall(endpoint)) return endpoint.path;
  return (endpoint.auth === 'staff' ? STAFF_BASE : BASE) + endpoint.path;
}

/** The header with the guard's token, next to the basic credential, for a call that `carriesToken`. */
export const TOKEN_HEADER = 'x-guard-token';
