import { copy } from '@portal/contracts/_kernel/copy';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { FastifyReply } from 'fastify';

const words: Record<number, string> = {
  400: 'The request could not be read',
  408: 'The request took too long to arrive',
  404: 'There is nothing here.',
  415: 'This kind of content is not accepted here',
  417: 'This expectation cannot be met',
  431: 'The address or a header is too long',
  503: 'The guard API cannot be reached',
  504: 'The guard API did not answer in time',
};

/** A reply of the host itself, in the form of the API's replies. */
export const refusalOf = (code: number): Envelope<null> => ({
  code,
  message: words[code] ?? '',
  data: null,
  ...(code > 500 && { userMessage: copy.offline }),
});

/** Replies in place of the API. */
export function refuse(reply: FastifyReply, code: number): void {
  if (!reply.sent) void reply.code(code).header('cache-control', 'no-store').send(refusalOf(code));
}
