import { randomUUID } from 'node:crypto';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { inboundSmsPath } from '@portal/contracts/welfare/welfare.inbound';
import { Webhook } from 'standardwebhooks';

/** A text message of a guard, as the provider signs it with `secret`. The timestamp is of the system clock, as the API checks it. */
export function signedSms(
  secret: string,
  body: string,
  { id = randomUUID(), sentAt = systemClock.now(), signedBody = body }: { id?: string; sentAt?: Date; signedBody?: string } = {},
) {
  return {
    method: 'POST',
    path: inboundSmsPath,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, signedBody),
    },
    body,
  };
}
