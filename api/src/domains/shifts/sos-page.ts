import { sosPagePath } from '@portal/contracts/shifts/shifts.sos';
import { acknowledgeSos } from '@portal/contracts/shifts/shifts.staff';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../platform/config/env';
import { transaction } from '../../platform/database/db';
import { clientAddress } from '../../platform/http/client-address';
import { envelopeForThrown } from '../../platform/http/errors';
import { limitAttempts } from '../../platform/http/rate-limit';
import { runAudited } from '../../platform/identity/staff-audit';
import { readLink } from './link-tokens';
import * as links from './links.repository';
import * as alerts from './sos.repository';
import * as sos from './sos.service';
import { acknowledgedPage, closedPage, openPage, plainPage, sosPagePolicy } from './sos-page.html';

const BODY_BYTES = 1_024;
/** For unknown links only, so that a dispatcher with a valid link is never refused. */
const unknownLinks = { bucket: 'sos.link', max: 60, perSeconds: 600 };

/** The audit names the dispatcher by the contact's name and the link. @returns whether the link was still valid. */
const acknowledge = ({ id, sosId, name }: links.SosLink, reference: string): Promise<boolean> =>
  transaction(async () => {
    if (!(await links.markUsed(id))) return false;
    const staff = { keyId: null, name, role: null };
    await runAudited({ endpoint: acknowledgeSos, staff, input: { sosId, linkId: id }, reference }, () => sos.acknowledge(sosId, name));
    return true;
  });

interface Served {
  code: number;
  html: string;
}

type PageRequest = FastifyRequest<{ Params: { token: string } }>;

async function servePage(request: PageRequest, { hostSecret }: Pick<Env, 'hostSecret'>): Promise<Served> {
  const token = await readLink(request.params.token);
  if (token === 'expired') return { code: 410, html: plainPage('expired') };
  const link = token && (await links.linkById(token.linkId));
  if (!link) {
    await limitAttempts(unknownLinks, clientAddress(request.raw, hostSecret));
    return { code: 404, html: plainPage('unknown') };
  }
  if (link.isExpired) return { code: 410, html: plainPage('expired') };
  const isPressed = request.method === 'POST';
  const isFirst = isPressed && (await acknowledge(link, request.id));
  const call = await alerts.callOf(link.sosId);
  if (!call) return { code: 404, html: plainPage('unknown') };
  if (isFirst) return { code: 200, html: acknowledgedPage(call) };
  const isOver = call.acknowledgedAt !== null && call.endedAt !== null;
  return { code: 200, html: isPressed || link.isUsed || isOver ? closedPage(call) : openPage(call, link.name) };
}

function sendPage(reply: FastifyReply, { code, html }: Served): FastifyReply {
  return reply
    .code(code)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', sosPagePolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('x-frame-options', 'DENY')
    .send(html);
}

/** Serves the page that the link in a dispatcher's message opens. Only the form acknowledges, so a preview of the link does not. */
export function serveSosPage(app: FastifyInstance, env: Pick<Env, 'hostSecret'>): void {
  void app.register(async (scope) => {
    // The form has no fields, so the body is read and ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, _body, done) => done(null, null));
    scope.setErrorHandler((error, request, reply) => {
      const { code, retryAfter } = envelopeForThrown(error, request.id, request.log);
      if (retryAfter) void reply.header('retry-after', retryAfter);
      return sendPage(reply, { code, html: plainPage('failed') });
    });
    for (const method of ['GET', 'POST'] as const)
      scope.route<{ Params: { token: string } }>({
        method,
        url: sosPagePath,
        handler: async (request, reply) => sendPage(reply, await servePage(request, env)),
      });
  });
}
