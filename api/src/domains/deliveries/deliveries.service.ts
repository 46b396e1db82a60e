import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import {
  deliveryMessages,
  type listDeliveries,
  type Revival,
  type retryDead as retryDeadCall,
} from '@portal/contracts/deliveries/deliveries.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { requeueMessage } from '../../platform/messages/message-queue';
import * as rows from './deliveries.repository';

const LISTED = 200;
const AT_ONCE = 100;

export const list = ({ state, before }: Input<typeof listDeliveries>): Promise<Output<typeof listDeliveries>> =>
  rows.undeliveredMessages({ state: state ?? null, before: before ?? null }, LISTED);

/** Queues a message again. */
export const retry = (id: string): Promise<null> =>
  transaction(async () => {
    const message = (await rows.lockOpen(id)) ?? fail(404, deliveryMessages.unknown);
    if (message.isBeingSent) fail(409, deliveryMessages.beingSent);
    if (message.isErased) fail(409, deliveryMessages.erased);
    await requeueMessage(id, message.channel, { isUrgent: true });
    return null;
  });

/** Queues dead messages of a channel again, in batches, so that thousands of old ones do not delay a new code or SOS. */
export const retryDead = ({ channel, since, before = nowText() }: Input<typeof retryDeadCall>): Promise<Revival> =>
  transaction(async () => {
    const wanted = { channel, since, before };
    const dead = await rows.lockDead(wanted, AT_ONCE);
    for (const id of dead) await requeueMessage(id, channel);
    return { retried: dead.length, left: await rows.countDead(wanted), before };
  });
