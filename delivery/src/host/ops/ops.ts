import { setTimeout } from 'node:timers/promises';
import type { Registry } from '@portal/mf-kit/module';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { announce, endAnnouncement } from '../../commands/announce';
import { promote, stopCanary } from '../../commands/canary';
import { changeText } from '../../commands/format';
import { rollback } from '../../commands/rollback';
import { isUserError, StoreFailure, UserError } from '../../errors';
import { readHealth } from '../../health/host-health';
import { damagedDays, readBudgets } from '../../health/module-budgets';
import { damagedVersions } from '../../registry/active-versions';
import type { ChangeResult, CommandContext } from '../../registry/update-registry';
import type { Store } from '../../store/store';
import { cookie, setCookie } from '../cookie';
import { hashOf, pageHeaders } from '../csp';
import type { LiveRegistry, Snapshot } from '../live-registry';
import { themeOf } from '../page-request';
import type { Settings } from '../settings';
import { openCodes } from './codes';
import type { SafeHtml } from './html';
import { countFailedSignIns, createOpsSessions, type OpsUser } from './ops-session';
import { isFormFromThisOrigin, isNavigation } from './request-checks';
import { createSignIn } from './sign-in';
import { OPS, opsPage, opsView, type Said, STYLE, signInView, type View } from './view';

/** Delay of the reply to a wrong token after many wrong ones. */
const SLOW_MS = 1_000;

export interface OpsParts {
  /** The token for signing in, if the store has no tokens. It also seals the badges, together with `codeKey`. */
  token: string;
  /** The key of the second factor, a code of the person's authenticator app. Optional outside production, where it is always set. */
  codeKey?: Buffer | null;
  /** The command context for changes; null on a host without the ops key, whose page is read-only. */
  context: (() => Promise<CommandContext>) | null;
}

const COOKIE = 'ops';
const MOST_BYTES = 16 * 1024;
/** In characters. */
const MOST_REASON = 200;
const READ_ONLY = 'This host has no ops key: the page shows, and changes nothing. Use npm run portal where the key is.';

type Typed = Readonly<Record<string, string>>;

function reasonOf({ reason = '' }: Typed): string {
  const why = reason.trim();
  if (why === '') throw new UserError('Enter a reason: the history shows it');
  if (why.length > MOST_REASON)
    throw new UserError(`The reason has ${why.length} characters, and may have ${MOST_REASON}: nothing was done`);
  return why;
}

/** The actions of the page; each calls the function of the command. */
const acts: Readonly<Record<string, (context: CommandContext, typed: Typed, by: string) => Promise<ChangeResult | null>>> = {
  // `from`: the active version when the page was shown. If two persons decide at the same time, the second must look again.
  rollback: (context, { name = '', to, from = '', ...typed }, by) => rollback(context, name, to, { by, why: reasonOf(typed) }, from),
  promote: (context, { name = '', from = '' }, by) => promote(context, { name, version: from }, { by, why: 'the canary was good' }),
  stop: (context, { name = '', from = '', ...typed }, by) => stopCanary(context, { name, version: from }, { by, why: reasonOf(typed) }),
  announce: (context, { text = '', hours = '' }, by) => announce(context, text, Number(hours), { by, why: `announced: ${text}` }),
  end: (context, _typed, by) => endAnnouncement(context, { by, why: 'no longer announced' }),
};

interface Around {
  live: LiveRegistry;
  store: Store;
  settings: Settings;
  now: () => number;
}

const keep = (request: FastifyRequest, reply: FastifyReply, badge: string) =>
  setCookie(request, reply, COOKIE, badge, { ...(badge === '' && { seconds: 0 }), path: OPS, sameSite: 'Strict' });
const back = (reply: FastifyReply, to: string = OPS) => reply.header('cache-control', 'no-store').redirect(to, 303);

/** The versions in the store of each active module. */
async function publishedOf(store: Store, registry: Registry | undefined): Promise<View['published']> {
  const names = registry ? ['shell', ...Object.keys(registry.modules)] : [];
  return new Map(await Promise.all(names.map(async (name) => [name, await store.versions(name)] as const)));
}

function answers(
  { live, store, settings, now }: Around,
  { canChange, hasCodes, hasTokens }: { canChange: boolean; hasCodes: boolean; hasTokens(): Promise<boolean> },
) {
  function send(request: FastifyRequest, reply: FastifyReply, said: Said | null, bodyOf: (snapshot: Snapshot) => SafeHtml) {
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).type('text/plain').send(live.unavailableReason());
    return reply
      .headers(pageHeaders(settings.page, request.protocol === 'https', false, [hashOf(STYLE)]))
      .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
      .send(opsPage(snapshot, themeOf(request), said, bodyOf(snapshot)));
  }
  return {
    async signIn(request: FastifyRequest, reply: FastifyReply, said: Said | null, name = '') {
      const isNamed = await hasTokens();
      return send(request, reply, said, () => signInView(said, { name, isNamed, hasCodes }));
    },
    async view(request: FastifyRequest, reply: FastifyReply, name: string, said: Said | null, typed: Typed = {}) {
      const registry = live.current()?.registry;
      const [history, health, versions, days, published, budgets] = await Promise.all([
        store.history(),
        readHealth(store, now()),
        registry ? damagedVersions(store, registry) : [],
        damagedDays(store, now()),
        publishedOf(store, registry),
        registry ? readBudgets(store, registry, now()) : {},
      ]);
      const read = { history, health, damaged: [...versions, ...days], published, budgets };
      const readOnly = canChange ? null : READ_ONLY;
      return send(request, reply, said, (snapshot) => opsView({ snapshot, ...read, name, readOnly, said, typed, now: now() }));
    },
  };
}

/** The message about the change of a revision, for the page after the redirect. */
async function changeOf(store: Store, revision: string | undefined): Promise<Said | null> {
  if (revision === undefined) return null;
  const line = (await store.history()).find((one) => String(one.revision) === revision);
  if (!line) return null;
  const done = line.changes.length > 0 ? line.changes.map(changeText).join(', ') : line.why;
  return { kind: 'done', text: `Revision ${line.revision} is live: ${done}.` };
}

/**
 * The operations page under `/_ops`: the active set and its history, rollback, canaries and the announcement, by forms without scripts. A
 * person signs in with a token and a name; the history records the name.
 */
export function serveOps(app: FastifyInstance, { token, codeKey = null, context }: OpsParts, around: Around): void {
  const { store, now } = around;
  const badges = createOpsSessions(token, codeKey, now);
  const holders = createSignIn({ token, store, live: around.live, now });
  const areMany = countFailedSignIns(now);
  const refuseCode = openCodes(codeKey, now);
  const { signIn, view } = answers(around, { canChange: context !== null, hasCodes: codeKey !== null, hasTokens: holders.hasTokens });

  async function signedIn(request: FastifyRequest): Promise<OpsUser | null> {
    const holder = await badges.read(cookie(request, COOKIE));
    return holder && (await holders.isStillValid(holder)) ? holder : null;
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, { name = '', token: given = '', code = '' }: Typed) {
    const wrong = (code: number, text: string) => signIn(request, reply.code(code), { kind: 'wrong', text }, name);
    const holder = await holders.enter(given, name);
    if (typeof holder === 'string') return wrong(422, holder);
    const refused = holder && refuseCode(holder.name, code);
    if (refused) return wrong(refused.status, refused.text);
    if (holder) return back(keep(request, reply, await badges.issue(holder)));
    if (!areMany(request.ip)) return wrong(403, 'This is not a token by which one signs in here.');
    await setTimeout(SLOW_MS);
    return wrong(429, 'This is not a token by which one signs in here, and there were many wrong ones.');
  }

  async function take(request: FastifyRequest<{ Body: string | null }>, reply: FastifyReply) {
    if (!isFormFromThisOrigin(request))
      return signIn(request, reply.code(403), { kind: 'wrong', text: 'This form came from another site: nothing was done.' });
    const typed: Typed = Object.fromEntries(new URLSearchParams(request.body ?? ''));
    if (typed.act === 'enter') return enter(request, reply, typed);
    if (typed.act === 'leave') {
      await badges.end(cookie(request, COOKIE));
      return back(keep(request, reply, ''));
    }
    const { name } = (await signedIn(request)) ?? {};
    if (name === undefined)
      return signIn(request, reply.code(403), { kind: 'wrong', text: 'You are no longer signed in: nothing was done.' });
    const act = Object.hasOwn(acts, typed.act ?? '') ? acts[typed.act ?? ''] : undefined;
    const refuse = (text: string) => view(request, reply.code(422), name, { kind: 'wrong', text }, typed);
    if (!context) return refuse(READ_ONLY);
    if (!act) return refuse('This form is not known here: nothing was done.');
    try {
      const outcome = await act(await context(), typed, name);
      return back(reply, `${OPS}?done=${outcome?.registry.revision ?? ''}`);
    } catch (error) {
      if (isUserError(error) || error instanceof StoreFailure) return refuse(error.message);
      throw error;
    }
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      async (_: FastifyRequest, body: string) => body,
    );
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      const code = error.statusCode ?? 500;
      if (code >= 500) request.log.error(error.message);
      const text = code >= 500 ? `It failed: ${error.message}` : 'This form could not be read: nothing was done.';
      return signIn(request, reply.code(code), { kind: 'wrong', text });
    });
    scope.get<{ Querystring: { done?: string } }>(OPS, async (request, reply) => {
      if (!isNavigation(request)) return signIn(request, reply.code(403), { kind: 'wrong', text: 'A script asked for this page.' });
      const holder = await signedIn(request);
      return holder ? view(request, reply, holder.name, await changeOf(store, request.query.done)) : signIn(request, reply, null);
    });
    scope.post<{ Body: string | null }>(OPS, take);
  });
}
