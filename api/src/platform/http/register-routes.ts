import { type Endpoint, fullPath, httpFormOf, isSocketCall, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import { uploadMessages } from '@portal/contracts/_kernel/upload';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Env } from '../config/env';
import { currentServices } from '../context';
import type { ByteRange } from '../files/file-store';
import { inlineDisposition } from '../files/filenames';
import { checkContentLength, readMultipart, registerMultipart, statedBytes } from '../files/multipart';
import { type UploadSpool, withSpooledUpload } from '../files/upload-spool';
import { authenticate, type Principal, readCredential, requireRole } from '../identity/authenticate';
import { runAudited } from '../identity/staff-audit';
import { createCallContext } from './call-context';
import { clientAddress } from './client-address';
import { withDeviceTime } from './device-time';
import { ApiError, fail } from './errors';
import { executeCall } from './execute-call';
import { replyForEndedSession } from './idempotency';
import { mergeInput, parseInput } from './parse-input';
import { countWrite, limitAttempts } from './rate-limit';
import type { FileFacts, ReplyRoute, Route } from './routes';

declare module 'fastify' {
  interface FastifyRequest extends Principal {}
}

type Settings = Pick<Env, 'mode' | 'basic' | 'staffToken' | 'hostSecret'>;

/** Returns the route with its HTTP address. Socket calls have one, too, because some networks block WebSockets. */
const addressed = (route: Route): Route =>
  isSocketCall(route.endpoint) ? { ...route, endpoint: { ...route.endpoint, ...httpFormOf(route.endpoint.path) } } : route;

/** Registers every route: authenticate, parse, run, reply. The credential is checked before the body is read. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], settings: Settings): void {
  app.decorateRequest('guard', null);
  app.decorateRequest('staff', null);
  const isUpload = ({ endpoint }: Route) => endpoint.body === 'multipart';
  for (const route of routes) if (!isUpload(route)) registerRoute(app, addressed(route), settings);
  void app.register(async (scope) => {
    await registerMultipart(scope);
    for (const route of routes) if (isUpload(route)) registerRoute(scope, route, settings);
  });
}

function registerRoute(app: FastifyInstance, route: Route, settings: Settings): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method as HTTPMethods,
    url: fullPath(endpoint),
    onRequest: async (request, reply) => {
      const principal = await authenticate(endpoint.auth, request.headers.authorization, settings, () =>
        clientAddress(request.raw, settings.hostSecret),
      ).catch(async (refusal: unknown) => {
        const before = refusal instanceof ApiError ? await storedReplyFor(route, request) : null;
        if (!before) throw refusal;
        return before;
      });
      if ('code' in principal) return reply.code(principal.code).send(principal);
      Object.assign(request, principal);
      requireRole(endpoint, principal);
      await countWrite(route, principal.guard);
    },
    handler: (request, reply) => (route.kind === 'file' ? sendFile(route, request, reply) : sendReply(route, request, reply, settings)),
  });
}

/** The stored reply of a write that ended its own session, so that its replay gets no 401. */
async function storedReplyFor(route: Route, { headers }: FastifyRequest): Promise<Envelope | null> {
  const [token, key] = [readCredential('Bearer', headers.authorization), headers['idempotency-key']];
  if (!token || typeof key !== 'string' || !usesIdempotencyKey(route.endpoint) || (route.kind !== 'file' && route.onReplay)) return null;
  return replyForEndedSession(token, route.endpoint.id, key);
}

/** Far more than a device sends after a whole shift offline. */
const uploadsPerGuard = { bucket: 'uploads', max: 240, perSeconds: 600 };
const KB = 1024;
/** Kilobytes per guard: twice the limit of a device's outbox (`limits.kept.device`). */
export const uploadedKbPerGuard = { bucket: 'uploads.kb', max: (2 * limits.kept.device) / KB, perSeconds: 3600 };
const uploadsPerAddress = { bucket: 'uploads.address', max: 60, perSeconds: 600 };

const inputOf = (endpoint: Endpoint, { params, query }: FastifyRequest, body: unknown): unknown =>
  parseInput(endpoint.input, mergeInput(params, query, body));

type ExecuteBody = (body: unknown) => Promise<Envelope>;

/** Counts the upload before it reads the body, and keeps its temporary files until the call ends. Limits the parallel uploads of a caller. */
async function carryUpload(endpoint: Endpoint, request: FastifyRequest, { hostSecret }: Settings, carry: ExecuteBody): Promise<Envelope> {
  const address = clientAddress(request.raw, hostSecret);
  checkContentLength(request);
  if (request.guard) {
    await limitAttempts(uploadsPerGuard, request.guard.id);
    const amount = Math.ceil(statedBytes(request) / KB);
    await limitAttempts(uploadedKbPerGuard, request.guard.id, { amount, words: uploadMessages.tooMuchInAnHour });
  } else await limitAttempts(uploadsPerAddress, address);
  const lane = request.guard ? 'guard' : 'visitor';
  const read = (arrivals: UploadSpool) => readMultipart(endpoint, request, arrivals);
  return currentServices().limits.uploadsPerCaller(request.guard?.id ?? address, () => withSpooledUpload(lane, read, carry));
}

async function sendReply(route: ReplyRoute, request: FastifyRequest, reply: FastifyReply, settings: Settings) {
  const { endpoint } = route;
  const carry: ExecuteBody = (body) => {
    const input = inputOf(endpoint, request, body);
    const context = createCallContext(request, reply, settings.hostSecret);
    const key = request.headers['idempotency-key'];
    const call = { guard: request.guard, staff: request.staff, input, context, key };
    return withDeviceTime(request.headers, () => executeCall(route, call, settings.mode));
  };
  const envelope = await (endpoint.body === 'multipart' ? carryUpload(endpoint, request, settings, carry) : carry(request.body));
  return reply.code(envelope.code).send(envelope);
}

function cachingOf({ isLive, isPrivate }: FileFacts): string {
  if (isLive) return 'private, no-cache';
  return isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable';
}

/** Parses `bytes=0-99`, `bytes=100-` or `bytes=-100`: the range, 'none' if it lies beyond the end, null for the whole file. */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end ? 'none' : { start, end };
}

async function sendFile(route: Extract<Route, { kind: 'file' }>, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint } = route;
  const input = inputOf(endpoint, request, request.body);
  const file = await runAudited({ endpoint, staff: request.staff, input, reference: request.id }, () => route.run(request.guard, input));
  const { bytes } = file;
  const part = 'open' in file ? parseRange(request.headers.range, bytes) : null;
  if ('open' in file) reply.header('accept-ranges', 'bytes');
  if (part === 'none') {
    reply.header('content-range', `bytes */${bytes}`);
    return fail(416, 'This file is not as long as that.');
  }
  const stream = 'open' in file ? ((await file.open(part ?? undefined)) ?? fail(404, file.missing)) : file.stream;
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', inlineDisposition(file.savedAs))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', cachingOf(file));
  if (!part) return reply.header('content-length', bytes).send(stream);
  return reply
    .code(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${bytes}`)
    .header('content-length', part.end - part.start + 1)
    .send(stream);
}
