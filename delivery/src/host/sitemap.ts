import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './escape-html';
import { indexablePages } from './indexable-pages';
import type { LiveRegistry } from './live-registry';

/** Crawlers see a new page within an hour. */
const HOUR = 'public, max-age=3600';

/** Serves `/sitemap.xml` with the current pages for search engines, and `/robots.txt`, which names it. */
export function serveSitemap(app: FastifyInstance, live: LiveRegistry, publicUrl: string): void {
  app.get('/sitemap.xml', async (_request, reply) => {
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).header('retry-after', '5').type('text/plain').send(live.unavailableReason());
    const urls = [...indexablePages(snapshot).keys()].sort().map((address) => `<url><loc>${escapeHtml(publicUrl + address)}</loc></url>`);
    return reply
      .header('cache-control', HOUR)
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
  // Nothing is disallowed, because crawlers must read a page to see its noindex.
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', HOUR)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );
}
