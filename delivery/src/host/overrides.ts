import { NO_OVERRIDE, OVERRIDE, type Override } from '@portal/mf-kit/override';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookie, setCookie } from './cookie';
import type { LiveRegistry, Snapshot } from './live-registry';
import { requestUrl } from './page-request';

/** A working day, so that a forgotten override ends before the next one. */
const AGE_S = 8 * 60 * 60;
const EXAMPLE = `?${OVERRIDE}=mf-jobs@http://localhost:4103/`;
/** Separates the overrides in the cookie; no address contains it. */
const BETWEEN = ' ';

/** Whether an origin is allowed by name, or with any port (`http://localhost:*`). */
const isAllowed = (allowed: readonly string[], { protocol, hostname, origin }: URL): boolean =>
  allowed.includes(origin) || allowed.includes(`${protocol}//${hostname}:*`);

function read(given: string): { module: string; url: URL } | null {
  const [, module, address] = /^([\w-]+)@(https?:\/\/\S+)$/.exec(given) ?? [];
  if (!module || !address || !URL.canParse(address)) return null;
  return { module, url: new URL('.', address) };
}

/** Parses one override, or returns the reason against it in one line. */
function judge(given: string, allowed: readonly string[], modules: readonly string[]): Override | { problem: string } {
  if (allowed.length === 0) return { problem: `This portal takes no module from elsewhere: PORTAL_OVERRIDES of its host names no origin.` };
  const found = read(given);
  if (!found) return { problem: `"${given}" names no module and the folder of its build. It looks like this: ${EXAMPLE}` };
  const { module, url } = found;
  if (!modules.includes(module)) return { problem: `${module} is no module of this portal. It has ${modules.join(', ')}.` };
  if (url.username || url.password || !isAllowed(allowed, url))
    return { problem: `This portal takes no module from ${url.origin}. PORTAL_OVERRIDES of its host allows ${allowed.join(', ')}.` };
  return { module, from: url.href };
}

type Judged = ReturnType<typeof judge>;
const isProblem = (one: Judged): one is Exclude<Judged, Override> => 'problem' in one;
const isTaken = (one: Judged): one is Override => !isProblem(one);

/** Whether a link of another site opened the page. Other sites must not choose the code that runs. */
function isSentHere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'none' && site !== 'same-origin';
}

/** Overrides of one browser. The host only names the address to the page; it never requests it. */
export function openOverrides(allowed: readonly string[], live: Pick<LiveRegistry, 'current'>) {
  const modules = () => Object.keys(live.current()?.registry.modules ?? {});

  function of(request: FastifyRequest): Override[] {
    const kept = cookie(request, OVERRIDE);
    if (!kept || allowed.length === 0) return [];
    const all = modules();
    // Any cookie text can be parsed.
    const text = new URLSearchParams(`${OVERRIDE}=${kept}`).get(OVERRIDE) ?? '';
    const judged = text.split(BETWEEN).map((given) => judge(given, allowed, all));
    return judged.filter(isTaken);
  }

  const refuse = (reply: FastifyReply, why: string) =>
    reply.code(403).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(why);

  return {
    /** The overrides of this browser, without those that are no longer allowed or whose module is gone. */
    of,
    /**
     * Answers a request with `?module=`. The cookie lasts until `?module=off` or for a working day. Returns false if the request has no
     * such parameter.
     */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const url = requestUrl(request);
      const asked = url.searchParams.getAll(OVERRIDE);
      if (asked.length === 0) return false;
      const isOver = asked.includes(NO_OVERRIDE);
      const all = modules();
      const judged = isOver ? [] : asked.map((given) => judge(given, allowed, all));
      const wrong = judged.find(isProblem);
      if (wrong) {
        await refuse(reply, wrong.problem);
        return true;
      }
      if (!isOver && isSentHere(request)) {
        await refuse(reply, 'A link of another site begins no override: paste the address into the browser yourself.');
        return true;
      }
      const kept = judged.filter(isTaken).map(({ module, from }) => `${module}@${from}`);
      url.searchParams.delete(OVERRIDE);
      await setCookie(request, reply, OVERRIDE, encodeURIComponent(kept.join(BETWEEN)), { seconds: isOver ? 0 : AGE_S })
        .header('cache-control', 'no-store')
        .redirect(url.pathname + url.search, 303);
      return true;
    },
  };
}
export type Overrides = ReturnType<typeof openOverrides>;

/** The set without the files of overridden modules, so that the page does not load them. */
export function withoutOverridden(snapshot: Snapshot, overrides: readonly Override[]): Snapshot {
  if (overrides.length === 0) return snapshot;
  const without = overrides.map(({ module }) => module);
  return { ...snapshot, manifests: new Map([...snapshot.manifests].filter(([name]) => !without.includes(name))), overrides };
}
