import { copy } from '@portal/contracts/_kernel/copy';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { type Envelope, normaliseEnvelope } from '@portal/contracts/_kernel/envelope';
import type { FastifyRequest } from 'fastify';
import { forwardedHeaders } from './api-proxy';
import type { Settings } from './settings';
import { forwardedTrace } from './traces';
import type { UpstreamAnswer as ApiAnswer, Upstream, UpstreamHeaders } from './upstream';

export type FormValues = Record<string, FormDataEntryValue | FormDataEntryValue[]>;

interface Posting {
  upstream: Upstream;
  settings: Pick<Settings, 'page' | 'hostSecret' | 'answerMs'>;
  request: FastifyRequest;
  /** Below `/v1`. */
  path: string;
  fields: FormValues;
}

interface Answer {
  envelope: Envelope;
  retryAfter: string | undefined;
}

const MOST_BYTES = 1_000_000;

/** Encodes as the API's own clients: JSON, or parts if the form has a file field, even without a file. */
async function bodyOf(fields: FormValues, isMultipart: boolean): Promise<{ type: string; bytes: Buffer }> {
  if (!isMultipart) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(fields)) };
  const form = new FormData();
  for (const [name, given] of Object.entries(fields)) for (const one of [given].flat()) form.append(name, one);
  const body = new Response(form);
  return { type: body.headers.get('content-type') ?? '', bytes: Buffer.from(await body.arrayBuffer()) };
}

async function read({ statusCode, body }: ApiAnswer): Promise<Envelope> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error('the answer is too long');
    parts.push(part);
  }
  return normaliseEnvelope(statusCode, JSON.parse(Buffer.concat(parts).toString()));
}

/** Sends a posted form to the API with the client's credential. A missing reply becomes an envelope, too. */
export async function forwardForm({ upstream, settings, request, path, fields }: Posting): Promise<Answer> {
  const { type, bytes } = await bodyOf(fields, request.headers['content-type']?.startsWith('multipart/') ?? false);
  const headers: UpstreamHeaders = {
    ...forwardedHeaders(request, settings.hostSecret),
    ...forwardedTrace(request),
    accept: 'application/json',
    authorization: `Basic ${settings.page.basic}`,
    'content-type': type,
    ...(request.headers['user-agent'] && { 'user-agent': request.headers['user-agent'] }),
  };
  try {
    const answer = await upstream.request({
      method: 'POST',
      path: BASE + path,
      headers,
      body: bytes,
      length: bytes.length,
      silenceMs: settings.answerMs.call,
    });
    return { envelope: await read(answer), retryAfter: [answer.headers['retry-after']].flat()[0] };
  } catch (error) {
    request.log.warn(`the guard API did not take ${path}: ${(error as Error).message}`);
    return { envelope: { code: 503, message: '', data: null, userMessage: copy.offline }, retryAfter: undefined };
  }
}
