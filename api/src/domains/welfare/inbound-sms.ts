import { inboundSms, inboundSmsPath } from '@portal/contracts/welfare/welfare.inbound';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Webhook } from 'standardwebhooks';
import type { Env } from '../../platform/config/env';
import { clientAddress } from '../../platform/http/client-address';
import { fail } from '../../platform/http/errors';
import { limitAttempts } from '../../platform/http/rate-limit';
import { answerBySms } from './welfare.service';

const BODY_BYTES = 4_096;
/** For messages with a wrong signature only, so that the provider is never refused. */
const unsigned = { bucket: 'sms.unsigned', max: 60, perSeconds: 600 };
const REFUSED = 'The signature is not valid.';

type Inbound = FastifyRequest<{ Body: string }>;

/**
 * Checks signature, age and form of a text message. The library accepts timestamps within five minutes of the system clock; the stored id refuses a
 * repetition within that time.
 */
async function readMessage(request: Inbound, webhook: Webhook, { hostSecret }: Pick<Env, 'hostSecret'>) {
  const body = request.body ?? '';
  try {
    webhook.verify(body, request.headers as Record<string, string>, { jsonParse: false });
  } catch {
    await limitAttempts(unsigned, clientAddress(request.raw, hostSecret));
    return fail(401, REFUSED);
  }
  try {
    const read = await inboundSms.validate(JSON.parse(body), { strict: true });
    return { ...read, id: String(request.headers['webhook-id']).slice(0, 200) };
  } catch {
    return fail(400, 'from and text are needed.');
  }
}

/** Serves the address for text messages of guards. Without a secret it does not exist. */
export function serveInboundSms(app: FastifyInstance, env: Pick<Env, 'hostSecret' | 'smsInbound'>): void {
  if (env.smsInbound === null) return;
  const webhook = new Webhook(env.smsInbound);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body));
    scope.post<{ Body: string }>(inboundSmsPath, async (request, reply) => {
      const isNew = await answerBySms(await readMessage(request, webhook, env));
      if (!isNew) fail(409, 'This message was received before.');
      return reply.send({ code: 200, message: 'Received', data: null });
    });
  });
}
