import { copy } from '@portal/contracts/_kernel/copy';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { FORM_FIELD, formId, type PostResult } from '@portal/mf-kit/pageInput';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setCookie } from './cookie';
import { pageHeaders } from './csp';
import { type FormValues, forwardForm } from './forward-form';
import type { LiveRegistry, Snapshot } from './live-registry';
import { type PageRequest, POSTED, postedCookie, requestUrl, resolvePage, themeOf } from './page-request';
import { messagePage } from './render-page';
import type { Settings } from './settings';
import type { HostTraces } from './traces';
import { upstreamOf } from './upstream';

/** More than the API accepts for a file, so that the API's own error message is shown with the entered values. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Seconds in which the page after the redirect reads the result once. */
const SAID_FOR = 60;
const MOST_WORDS = 500;
const MOST_FIELDS = 100;
/** Fields without files: some thousands of characters of up to twelve bytes each. */
const MOST_TEXT_BYTES = 256 * 1024;
const SECRET = /password/i;

export interface PostsOptions {
  live: LiveRegistry;
  settings: Settings;
  shownTo(request: FastifyRequest, reply: FastifyReply): Promise<Snapshot | null>;
  show(asked: PageRequest, request: FastifyRequest, reply: FastifyReply, posted: PostResult, status: number): Promise<FastifyReply>;
  traces: HostTraces;
}

const refusals = {
  foreign: {
    code: 403,
    heading: 'This form came from another site',
    words: 'For your safety, we did not read it. Please fill it in here.',
  },
  unknown: {
    code: 400,
    heading: 'This form is not known here',
    words: 'Nothing was sent. Please reload the page and fill it in there.',
  },
  unreadable: { code: 400, heading: 'This form could not be read', words: 'Nothing was sent. Please go back and send it again.' },
  tooLarge: {
    code: 413,
    heading: 'This is too large',
    words: 'Nothing was sent. Please go back, choose a smaller file, and send it again.',
  },
} as const;

/** Whether the browser sent the form from one of our own pages. */
export function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return site === 'same-origin';
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
}

/** Fields of a form by name; several of one name are a list. Files that were not chosen are left out; line ends are normalised to `\n`. */
function fieldsOf(form: FormData): FormValues {
  const given = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form.entries()) {
    const list = given.get(name) ?? [];
    given.set(name, list);
    if (typeof value === 'string') list.push(value.replaceAll('\r\n', '\n'));
    else if (value.size > 0) list.push(value);
  }
  const fields: FormValues = {};
  for (const [name, list] of given) {
    const [first, ...more] = list;
    if (first !== undefined) fields[name] = more.length === 0 ? first : list;
  }
  return fields;
}

/** Whether a body has more fields than any of our forms: parsing them would block other requests. */
function hasTooMany(body: Buffer, separator: string): boolean {
  let at = -1;
  for (let count = 0; count <= MOST_FIELDS; count++) {
    at = body.indexOf(separator, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Parses a posted form; null if it cannot be one of ours. */
async function formOf(type: string, body: Buffer): Promise<FormData | null> {
  if (hasTooMany(body, type.startsWith('multipart/') ? 'form-data' : '&')) return null;
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null);
}

/** The values that the page may show again: no files and no secrets. */
function redisplayable(fields: FormValues): PostResult['values'] {
  const texts = Object.entries(fields).flatMap(([name, given]) => {
    const typed = [given].flat().filter((value) => typeof value === 'string');
    const [first] = typed;
    return first === undefined || SECRET.test(name) ? [] : [[name, typed.length === 1 ? first : typed] as const];
  });
  return Object.fromEntries(texts);
}

const statusOf = (code: number): number => (code === 429 ? 429 : code >= 500 || code < 200 ? 503 : 422);

/** A page cannot fill a file field, so the guard must choose the file again. */
const fileGone = 'Please choose your file again.';

function postedOf(form: string, envelope: Envelope, fields: FormValues): PostResult {
  const { code, message, userMessage, errors = {} } = envelope;
  const words = code >= 500 ? (userMessage ?? copy.offline) : userMessage || message;
  const chosen = Object.keys(fields).filter((name) => [fields[name]].flat().some((value) => typeof value !== 'string'));
  const values = redisplayable(fields);
  // The page shows the message only if there are no field errors.
  if (Object.keys(errors).length === 0)
    return { form, ok: false, message: chosen.length > 0 ? `${words} ${fileGone}` : words, errors, values };
  const gone = Object.fromEntries(chosen.map((name) => [name, fileGone]));
  return { form, ok: false, message: words, errors: { ...gone, ...errors }, values };
}

const cookiePath = (pathname: string) => pathname.replaceAll(';', '%3B');

/** The message about a form that was posted to this page, for one reply only. */
export function readPostedMessage({ declared, pathname }: PageRequest, request: FastifyRequest, reply: FastifyReply): PostResult | null {
  const text = postedCookie(request);
  if (!text || !declared?.route.forms) return null;
  void setCookie(request, reply, POSTED, '', { seconds: 0, path: cookiePath(pathname), sameSite: 'Strict' });
  try {
    const { form, message } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { form: unknown; message: unknown };
    if (typeof form !== 'string' || typeof message !== 'string' || !Object.hasOwn(declared.route.forms, form)) return null;
    return { form, ok: true, message: message.slice(0, MOST_WORDS), errors: {}, values: {} };
  } catch {
    return null;
  }
}

/**
 * Serves `POST` of the forms of a page. The API judges them. The reply is the same page with errors, or a redirect to it with the message,
 * so that a reload does not post again.
 */
export function servePosts(app: FastifyInstance, { live, settings, show, shownTo, traces }: PostsOptions): void {
  const upstream = upstreamOf(settings.apiUrl);
  app.addHook('onClose', () => upstream.close());

  function refuse(request: FastifyRequest, reply: FastifyReply, why: keyof typeof refusals) {
    const { code, heading, words } = refusals[why];
    const { pathname, search } = requestUrl(request);
    return reply
      .code(code)
      .headers(pageHeaders(settings.page, request.protocol === 'https', false))
      .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
      .send(messagePage(live.current(), themeOf(request), heading, words, pathname + search));
  }

  async function take(request: FastifyRequest<{ Body: FormData | null }>, reply: FastifyReply) {
    const snapshot = await shownTo(request, reply);
    const asked = snapshot && resolvePage(snapshot, request);
    const { access, forms } = asked?.declared?.route ?? {};
    if (!asked || !forms) return reply.callNotFound();
    traces.begin(request, reply);
    traces.addPage(request, asked);
    if (!isSameOrigin(request, settings.publicUrl)) return refuse(request, reply, 'foreign');
    if (!request.body) return refuse(request, reply, 'unreadable');
    const { [FORM_FIELD]: form, ...fields } = fieldsOf(request.body);
    const path = typeof form === 'string' && access === 'public' && Object.hasOwn(forms, form) ? forms[form] : undefined;
    if (typeof form !== 'string' || path === undefined) return refuse(request, reply, 'unknown');
    const { envelope, retryAfter } = await forwardForm({ upstream, settings, request, path, fields });
    if (envelope.code !== 200) {
      if (retryAfter) void reply.header('retry-after', retryAfter);
      return show(asked, request, reply, postedOf(form, envelope, fields), statusOf(envelope.code));
    }
    const said = Buffer.from(JSON.stringify({ form, message: envelope.message.slice(0, MOST_WORDS) })).toString('base64url');
    return setCookie(request, reply, POSTED, said, { seconds: SAID_FOR, path: cookiePath(asked.pathname), sameSite: 'Strict' })
      .header('cache-control', 'no-store')
      .redirect(`${asked.pathname}${asked.search}#${formId(form)}`, 303);
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const [type, bodyLimit] of [
      ['application/x-www-form-urlencoded', MOST_TEXT_BYTES],
      ['multipart/form-data', MOST_BYTES],
    ] as const)
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (request: FastifyRequest, body: Buffer) =>
        formOf(request.headers['content-type'] ?? '', body),
      );
    // Any other content type is not a form.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null, null);
    });
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) request.log.error(error.message);
      return refuse(request, reply, error.statusCode === 413 ? 'tooLarge' : 'unreadable');
    });
    scope.post('/*', take);
    scope.post('/', take);
  });
}
