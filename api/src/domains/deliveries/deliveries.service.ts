import type { Output } from '@portal/contracts/_kernel/endpoint';
import { deliveryMessages, type deliveryStates, type listDeliveries } from '@portal/contracts/deliveries/deliveries.endpoints';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { sendAgain } from '../../platform/work/outgoing';
import * as rows from './deliveries.repository';

const LISTED = 200;

export const list = (state: (typeof deliveryStates)[number] | undefined): Promise<Output<typeof listDeliveries>> =>
  rows.open(state ?? null, LISTED);

/** Puts a message into its queue anew. */
export const retry = (id: string): Promise<null> =>
  transaction(async () => {
    const message = (await rows.lockOpen(id)) ?? fail(404, deliveryMessages.unknown);
    if (message.isBeingSent) fail(409, deliveryMessages.beingSent);
    if (message.isErased) fail(409, deliveryMessages.erased);
    await sendAgain(id, message.channel);
    return null;
  });
