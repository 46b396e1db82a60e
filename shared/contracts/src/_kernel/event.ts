import { type InferType, number, object, type Schema, ValidationError } from 'yup';
import { string } from './text';

/** The events that a domain's server sends to open pages, by their names on the wire. */
export interface Events<Payloads extends object = Record<string, unknown>> {
  readonly domain: string;
  readonly shapes: { readonly [Name in keyof Payloads]: Schema<Payloads[Name]> };
}

export type NameOf<Payloads extends object> = keyof Payloads & string;
/** One event with its payload, as a listener gets it. */
export type Heard<Payloads extends object> = { [Name in NameOf<Payloads>]: { name: Name; payload: Payloads[Name] } }[NameOf<Payloads>];

/** Declares them: `events('chat', { receiveMessage: messageShape })`. Names are unique in the whole portal, as on the wire. */
export function events<Payloads extends object>(domain: string, shapes: Events<Payloads>['shapes']): Events<Payloads> {
  return { domain, shapes };
}

/** Whether an event of this name is one of these. */
export const isOneOf = <Payloads extends object>({ shapes }: Events<Payloads>, name: string): name is NameOf<Payloads> =>
  Object.hasOwn(shapes, name);

/** What is wrong with a payload by its shape; null when nothing is. What a newer server adds is no defect. */
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

const changedShape = object({ domain: string().nullable().defined() });
const countShape = object({ domain: string().required(), count: number().integer().min(0).required() });
const noticeShape = object({ id: string().required(), title: string().required(), body: string().defined() });

/** What every page hears, whatever it shows. A domain's own events are in its contract. */
export const liveEvents = events('live', {
  /** This domain's data changed: whoever shows it reads it again. Null: nobody knows which, so everybody does. */
  changed: changedShape,
  /** So much of a domain waits for the guard, as entries of the menu show it: said at each handshake and at each change. */
  count: countShape,
  /** Something is worth a toast on a page that is seen. `id`: the same one may come as a push message, too. */
  notice: noticeShape,
});
export type Counted = InferType<typeof countShape>;
export type Notice = InferType<typeof noticeShape>;
