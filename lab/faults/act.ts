import { type Endpoint, isGuardCall, isSocketCall, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Person } from '../../e2e/kills/actors';
import type { Caller } from '../../e2e/support/caller';
import type { Mark, Marks } from './database-figures';
import type { Server } from './server';

/** Sends calls and queries the database. */
export type Stand = Caller & Pick<Server, 'query' | 'url'>;

export interface Act {
  /** Unique among the acts of a person; its idempotency key contains it. */
  name: string;
  /** The id of the endpoint. */
  calls: string;
  send(stand: Stand, person: Person, key: string): Promise<{ code: number; message: string }>;
  leaves: Marks;
  /** Sent over the socket, not over HTTP. */
  isLive?: boolean;
  /** Codes that mean "already done" when the act is repeated: for endpoints without idempotency keys, and for staff, whose replies are not stored. */
  doneBy?: readonly number[];
  /** Without an idempotency key a repetition would act twice. After a missing reply the caller first checks the result, as visitors do. */
  isLookedFor?: true;
}

interface More<Out> extends Pick<Act, 'doneBy' | 'isLookedFor'> {
  /** The token of the call; by default the person's own. */
  by?: (person: Person) => string;
  /** Stores data of the reply for later acts. */
  hear?: (person: Person, data: Out) => void;
}

/** The input. It must be the same at every call, because a repeated key requires the same input. */
type Given<In> = (person: Person, stand: Stand) => In | Promise<In>;

/** An act that calls one endpoint. */
export function defineAct<In, Out>(
  name: string,
  endpoint: Endpoint<In, Out>,
  input: Given<In>,
  leaves: Marks,
  { by = ({ token }) => token, hear, ...more }: More<Out> = {},
): Act {
  return {
    name,
    calls: endpoint.id,
    leaves,
    ...(endpoint.auth === 'staff' && { doneBy: [409] }),
    ...more,
    isLive: isSocketCall(endpoint as Endpoint),
    async send(stand, person, key) {
      const asks = {
        token: by(person),
        address: person.address,
        ...((isGuardCall(endpoint) || usesIdempotencyKey(endpoint as Endpoint)) && { key }),
      };
      const reply = await stand.call(endpoint, (await input(person, stand)) as NoInfer<In>, asks);
      if (reply.code === 200) hear?.(person, reply.data);
      return reply;
    },
  };
}

/** Returns one database value as text, for acts that need data which only the portal has. */
export async function lookUp(stand: Stand, query: string, values: unknown[]): Promise<string> {
  const [row] = await stand.query<{ value: string }>(`select (${query})::text as value`, values);
  return row?.value ?? '';
}

/** Returns the part of the latest mail to an address that matches the pattern `what`. */
export async function partOfMail(stand: Stand, address: string, what: string): Promise<string> {
  return lookUp(
    stand,
    `select substring(body from $2) from outgoing_messages where recipient = $1 and body ~ $2 order by created_at desc limit 1`,
    [address, what],
  );
}

/** The device fields that the portal's own page sends at login. */
export const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };

/** The sum of both. */
export const addMarks = (marks: Marks, more: Marks): Marks => {
  const sum = { ...marks };
  for (const [name, count] of Object.entries(more) as [Mark, number][]) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A picture of one pixel. */
export const onePixelPicture = new File([Buffer.from('R0lGODlhAQABAPAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')], 'dot.gif', {
  type: 'image/gif',
});

/** The input fields that name the person's shift. */
export const onShift = ({ jobId, shiftId }: Person) => ({ jobId, shiftId });
