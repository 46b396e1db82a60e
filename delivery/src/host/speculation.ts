import { normalisePath, ownedRoutes } from '@portal/mf-kit/routePatterns';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { indexablePages } from './indexable-pages';
import type { LiveRegistry, Snapshot } from './live-registry';

export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** The first version that uses the service worker of a page for prerendering, too. */
const FIRST_CHROMIUM = 138;

/** Whether the browser requests this page before anyone opens it. */
export const isSpeculative = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  String(headers['sec-purpose'] ?? '').startsWith('prefetch');

/** The version of a browser with Chromium's engine; 0 for others. */
export const chromiumVersion = ({ headers }: Pick<FastifyRequest, 'headers'>): number =>
  Number(/"Chromium";v="(\d+)/.exec(String(headers['sec-ch-ua'] ?? ''))?.[1] ?? 0);

export const savesData = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['save-data'] === 'on';

/** Whether the browser is recent enough, and its user does not save data. */
export const canSpeculate = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  chromiumVersion(request) >= FIRST_CHROMIUM && !savesData(request);

/** The pages of visitors that the host sends as complete HTML. */
function renderedAddresses(snapshot: Snapshot): string[] {
  const { manifests } = snapshot;
  const visitorPages = ownedRoutes(Object.fromEntries(manifests))
    .filter(({ route, pattern }) => route.access === 'visitor' && route.prerender && !pattern.includes(':'))
    .map(({ pattern }) => normalisePath(pattern));
  return [...new Set([...indexablePages(snapshot).keys(), ...visitorPages])].sort();
}

/**
 * Serves the rules by which a browser prerenders the next page when a visitor is about to open its link. Scripts of a prerendered page
 * wait until it is shown, so it sends no reports and no calls.
 */
export function serveSpeculationRules(app: FastifyInstance, live: Pick<LiveRegistry, 'current' | 'unavailableReason'>): void {
  app.get(SPECULATION_RULES_PATH, async (_request, reply) => {
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).header('retry-after', '5').type('text/plain').send(live.unavailableReason());
    // A hydrated page shows the next screen itself.
    const where = { and: [{ href_matches: renderedAddresses(snapshot) }, { selector_matches: 'html:has([data-prerendered]) a' }] };
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/speculationrules+json; charset=utf-8')
      .send(JSON.stringify({ prerender: [{ where, eagerness: 'moderate' }] }));
  });
}
