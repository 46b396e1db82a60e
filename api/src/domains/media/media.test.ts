import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { storeImage } from './media.service';

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
const OTHER = Buffer.from('R0lGODlhAgACAAAAACw=', 'base64');
let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi();
  guard = await api.guard();
});
afterAll(() => api.stop());

const preview = (filename: string, token?: string) =>
  fetch(
    `${api.url}/v1/media/preview?filename=${encodeURIComponent(filename)}`,
    token ? { headers: { authorization: `Bearer ${token}` } } : {},
  );

describe('stored images', () => {
  it('[API-GEN-09, API-GEN-10, API-GEN-01/2] are returned unchanged for their filename alone', async () => {
    const [filename, other] = [await storeImage(PIXEL, 'image/gif', null), await storeImage(OTHER, 'image/gif', null)];
    const reply = await preview(filename);
    expect(reply.status).toBe(200);
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(PIXEL);
    expect(Buffer.from(await (await preview(other)).arrayBuffer())).toEqual(OTHER);
    expect(reply.headers.get('content-type')).toBe('image/gif');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(reply.headers.get('cache-control')).toContain('public');
  });

  it('that are private are shown to their owner only', async () => {
    const other = await api.guard();
    const filename = await storeImage(PIXEL, 'image/gif', guard.id);
    const own = await preview(filename, guard.token);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(own.headers.get('content-disposition')).toBe(`inline; filename="${filename}"`);
    expect((await preview(filename)).status).toBe(401);
    expect((await preview(filename, other.token)).status).toBe(404);
  });

  it('have unguessable names', async () => {
    const names = await Promise.all([1, 2].map(() => storeImage(PIXEL, 'image/gif', null)));
    expect(names[0]).toMatch(/^[0-9a-f]{32}\.gif$/);
    expect(names[0]).not.toBe(names[1]);
  });

  it.each([
    ['unknown.gif', 404],
    ['../../package.json', 400],
    ['..%2fstaff-token', 400],
    ['', 400],
  ])('%s is refused in an envelope', async (filename, code) => {
    const reply = await preview(filename);
    expect(await reply.json()).toMatchObject({ code });
    expect(reply.status).toBe(code);
  });
});
