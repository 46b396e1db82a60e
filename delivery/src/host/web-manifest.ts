import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appStartPath, BRAND, BRAND_TEXT, barColours } from '@portal/mf-kit/pageLayout';
import type { FastifyInstance } from 'fastify';
import { LOGO, MASKABLE_LOGO } from './logo';

export const WEB_MANIFEST = '/manifest.webmanifest';
const DAY = 'public, max-age=86400';

/** The mark as files, drawn by `node tools/share-images.mjs`. iOS requests its icon at this path without a reference. */
export const ICONS = [
  { file: 'icon-192.png', size: 192, mark: LOGO, purpose: 'any' },
  { file: 'icon-512.png', size: 512, mark: LOGO, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, mark: MASKABLE_LOGO, purpose: 'maskable' },
  { file: 'apple-touch-icon.png', size: 180, mark: MASKABLE_LOGO, purpose: null },
] as const;

const manifest = {
  id: '/',
  name: BRAND,
  short_name: BRAND,
  description: BRAND_TEXT,
  lang: 'en-CA',
  start_url: appStartPath,
  scope: '/',
  display: 'standalone',
  theme_color: barColours.light,
  background_color: barColours.light,
  icons: ICONS.flatMap(({ file, size, purpose }) =>
    purpose ? [{ src: `/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }] : [],
  ),
};

export function serveWebManifest(app: FastifyInstance): void {
  app.get(WEB_MANIFEST, async (_request, reply) =>
    reply.header('cache-control', DAY).type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest)),
  );
  for (const { file } of ICONS) {
    const bytes = readFileSync(join(import.meta.dirname, 'icons', file));
    app.get(`/${file}`, async (_request, reply) => reply.header('cache-control', DAY).type('image/png').send(bytes));
  }
  app.get('/favicon.svg', async (_request, reply) => reply.header('cache-control', DAY).type('image/svg+xml').send(LOGO));
  app.get('/favicon.ico', async (_request, reply) => reply.redirect('/favicon.svg', 301));
}
