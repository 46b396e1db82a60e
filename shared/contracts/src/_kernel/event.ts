import { type InferType, number, object, type Schema, ValidationError } from 'yup';
import { string } from './text';

/** The events that the server of a domain sends to open pages, keyed by their names on the wire. */
export interface Events<Payloads extends object = Record<string, unknown>> {
  readonly domain: string;
  readonly shapes: { readonly [Name in keyof Payloads]: Schema<Payloads[Name]> };
}

export type NameOf<Payloads extends object> = keyof Payloads & string;
/** One event with its payload, as a listener receives it. */
export type ReceivedEvent<Payloads extends object> = {
  [Name in NameOf<Payloads>]: { name: Name; payload: Payloads[Name] };
}[NameOf<Payloads>];

/** Declares events: `events('chat', { receiveMessage: messageShape })`. Each name is unique in the whole portal. */
export function events<Payloads extends object>(domain: string, shapes: Events<Payloads>['shapes']): Events<Payloads> {
  return { domain, shapes };
}

export const isOneOf = <Payloads extends object>({ shapes }: Events<Payloads>, name: string): name is NameOf<Payloads> =>
  Object.hasOwn(shapes, name);

/** Returns the defect of a payload, or null if it matches its shape. Unknown fields of a newer server are not a defect. */
export function payloadDefect<Payloads extends object>(
  { shapes }: Events<Payloads>,
  name: NameOf<Payloads>,
  payload: unknown,
): string | null {
  try {
    shapes[name].validateSync(payload, { strict: true });
    return null;
  } catch (error) {
    return error instanceof ValidationError ? error.message : String(error);
  }
}

/** The `auth` object of a page's handshake. */
export interface Handshake {
  /** The guard's session. */
  token: string;
  /**
   * The instant, by the server's clock as ISO 8601 text, since which the page has received no event: its start, then the last sign of life of the
   * connection before. The server sends the unread notices since then again, 5 at most and from the last 10 minutes, which a page shows once by
   * their `id`. Without a valid instant it sends none.
   */
  since?: string;
}

const changedShape = object({ domain: string().nullable().defined() });
const countShape = object({ domain: string().required(), count: number().integer().min(0).required() });
const noticeShape = object({ id: string().required(), title: string().required(), body: string().defined() });

/** The events that every page receives. The contract of each domain declares its own events. */
export const liveEvents = events('live', {
  /** Data of this domain changed, so screens that show it read it again. A null id means that any row may have changed. */
  changed: changedShape,
  /** The number of unread items of a domain for its menu entry. Sent at each handshake and at each change. */
  count: countShape,
  /** A notice for a toast on a visible page. A push message for the same notice has the same `id`. */
  notice: noticeShape,
});
export type BadgeCount = InferType<typeof countShape>;
export type LiveNotice = InferType<typeof noticeShape>;
