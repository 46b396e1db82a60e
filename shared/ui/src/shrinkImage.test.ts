/** @jest-environment node */
import { shrinkImage, shrinkMessages, thumbOf } from './shrinkImage';

const page = globalThis as Record<string, unknown>;
const picture = new File(['x'], 'front.png', { type: 'image/png', lastModified: 5 });
const context = { fillRect: () => undefined, drawImage: () => undefined };
let closed = 0;

/** A browser that can decode pictures, with this kind of canvas. */
function browser(canvas: { getContext?: () => unknown; convertToBlob?: () => Promise<Blob> }) {
  closed = 0;
  page.createImageBitmap = async () => ({ width: 4000, height: 3000, close: () => closed++ });
  page.OffscreenCanvas = function OffscreenCanvas(this: object, width: number, height: number) {
    Object.assign(this, { width, height, getContext: () => context, convertToBlob: async () => new Blob(['j']), ...canvas });
  };
}
afterEach(() => {
  delete page.createImageBitmap;
  delete page.OffscreenCanvas;
});

it('returns a JPEG and a thumbnail', async () => {
  browser({});
  const shrunk = await shrinkImage(picture, { thumbEdge: 320 });
  expect(shrunk).toEqual({ ok: true, file: expect.any(File), thumb: expect.any(Blob) });
  expect(shrunk.ok && [shrunk.file.name, shrunk.file.type, shrunk.file.lastModified]).toEqual(['front.jpg', 'image/jpeg', 5]);
  expect(closed).toBe(1);
});

it('returns only a thumbnail of a prepared picture, and null if it fails', async () => {
  expect(await thumbOf(picture, 320)).toBeNull();
  browser({});
  const sizes: number[][] = [];
  const Canvas = page.OffscreenCanvas as new (width: number, height: number) => object;
  page.OffscreenCanvas = function OffscreenCanvas(width: number, height: number) {
    sizes.push([width, height]);
    return new Canvas(width, height);
  };
  expect(await thumbOf(picture, 320)).toBeInstanceOf(Blob);
  expect(sizes).toEqual([[320, 240]]);
});

it.each([
  ['cannot be encoded', { convertToBlob: () => Promise.reject(new Error('EncodingError')) }],
  ['cannot be drawn', { getContext: () => null }],
])('refuses a picture that %s with a message, and releases it', async (_what, canvas) => {
  browser(canvas);
  expect(await shrinkImage(picture)).toEqual({ ok: false, message: shrinkMessages.unreadable });
  expect(closed).toBe(1);
});

it('refuses a picture with a message if the browser cannot decode it, or the file is missing', async () => {
  expect(await shrinkImage(picture)).toEqual({ ok: false, message: shrinkMessages.unreadable });
  browser({});
  page.createImageBitmap = () => Promise.reject(new Error('InvalidStateError'));
  const missing = Object.assign(new File(['x'], 'gone.jpg'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
  });
  expect(await shrinkImage(missing)).toEqual({ ok: false, message: shrinkMessages.unreadable });
});
