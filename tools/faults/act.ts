import { type Endpoint, isGuardCall, isSocketCall, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Caller } from '../bench/api/caller';
import type { Mark, Marks } from './marks';
import type { Person } from './people';
import type { Server } from './server';

/** Where acts are carried out: by calls, with a look at what is stored. */
export type Stand = Caller & Pick<Server, 'query'>;

export interface Act {
  /** Unique among the acts of a person; names the key that it is told again under. */
  name: string;
  /** The id of the call that it makes. */
  calls: string;
  send(stand: Stand, person: Person, key: string): Promise<{ code: number; message: string }>;
  leaves: Marks;
  /** By the live line, not over HTTP. */
  isLive?: boolean;
  /** Codes that say, when it is told again, that it was done already: of a call that keeps no key, and of staff's, whose replies are not kept. */
  doneBy?: readonly number[];
  /** No key is kept for it, and told again it would be done again: whoever got no answer looks first whether it is done, as visitors do. */
  isLookedFor?: true;
}

interface More<Out> extends Pick<Act, 'doneBy' | 'isLookedFor'> {
  /** Whose token it carries; the person's own when left out. */
  by?: (person: Person) => string;
  /** Keeps what was replied for the acts that follow. */
  hear?: (person: Person, data: Out) => void;
}

/** What is sent. It stands still: a repeated key must come with the same input. */
type Given<In> = (person: Person, stand: Stand) => In | Promise<In>;

/** An act by one call of the contracts. */
export function act<In, Out>(
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

/** One value of the database, as text; what an act needs and only the portal knows. */
export async function lookUp(stand: Stand, query: string, values: unknown[]): Promise<string> {
  const [row] = await stand.query<{ value: string }>(`select (${query})::text as value`, values);
  return row?.value ?? '';
}

/** What the latest mail to an address says, as far as it fits. */
export async function mailed(stand: Stand, address: string, what: string): Promise<string> {
  return lookUp(
    stand,
    `select substring(body from $2) from outgoing_messages where recipient = $1 and body ~ $2 order by created_at desc limit 1`,
    [address, what],
  );
}

/** What the portal's own page says of itself when it logs in. */
export const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };

/** Both together. */
export const add = (marks: Marks, more: Marks): Marks => {
  const sum = { ...marks };
  for (const [name, count] of Object.entries(more) as [Mark, number][]) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A picture of one pixel. */
export const dot = new File([Buffer.from('R0lGODlhAQABAPAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')], 'dot.gif', { type: 'image/gif' });

/** The shift that a person works, as its calls name it. */
export const onShift = ({ jobId, shiftId }: Person) => ({ jobId, shiftId });
