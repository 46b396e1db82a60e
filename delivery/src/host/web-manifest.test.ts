import { appStartPath, BRAND, barColours } from '@portal/mf-kit/pageLayout';
import sharp from 'sharp';
import { startTestHost, type TestHost } from '../../test/test-host';
import { ICONS } from './web-manifest';

let host: TestHost;
const get = (path: string) => fetch(`http://127.0.0.1:${host.port}${path}`);

beforeAll(async () => {
  host = await startTestHost(1);
});
afterAll(() => host.close());

it('the manifest names the portal, its colours, its start address and its icons', async () => {
  const reply = await get('/manifest.webmanifest');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(await reply.json()).toEqual({
    id: '/',
    name: BRAND,
    short_name: BRAND,
    description: expect.stringMatching(/^Security guard work in Ontario/),
    lang: 'en-CA',
    start_url: appStartPath,
    scope: '/',
    display: 'standalone',
    theme_color: barColours.light,
    background_color: barColours.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
});

it.each(ICONS.map(({ file, size, purpose }) => [file, size, purpose] as const))(
  '%s is a picture of %s pixels',
  async (file, size, purpose) => {
    const reply = await get(`/${file}`);
    expect(reply.headers.get('content-type')).toBe('image/png');
    const picture = sharp(Buffer.from(await reply.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: size, height: size });
    // A maskable icon has no transparent corners, because the phone cuts its shape; the other has round corners.
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[info.channels - 1]).toBe(purpose === 'any' ? 0 : 255);
    const middle = (Math.floor(size / 2) * size + Math.floor(size / 2)) * info.channels;
    expect(data.subarray(middle, middle + 3)).toEqual(Buffer.from('ffb938', 'hex'));
  },
);

it('the mark is served for the tab', async () => {
  const reply = await get('/favicon.svg');
  expect(reply.headers.get('content-type')).toBe('image/svg+xml');
  expect(await reply.text()).toContain(barColours.light);
  expect((await get('/favicon.ico')).url).toContain('/favicon.svg');
});
