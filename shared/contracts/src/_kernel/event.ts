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
   * The instant since which the page has received no event, as ISO 8601 text by the server's clock. For the first connection it is the start of
   * the page; later it is the last message of the previous connection. The server repeats the unread notices since then: at most 5, from the last
   * 10 minutes. A page shows each `id` once. Without a valid instant the server repeats none.
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
