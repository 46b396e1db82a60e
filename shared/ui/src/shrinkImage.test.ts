import { shrinkImage, shrinkMessages, thumbOf } from './shrinkImage';

const page = globalThis as Record<string, unknown>;
const picture = new File(['x'], 'front.png', { type: 'image/png', lastModified: 5 });
const context = { fillRect: () => undefined, drawImage: () => undefined };
let closed = 0;

/** A browser in which a picture can be decoded, with a canvas of this kind. */
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

it('makes a JPEG of it, and a small one beside it', async () => {
  browser({});
  const shrunk = await shrinkImage(picture, { thumbEdge: 320 });
  expect(shrunk).toEqual({ ok: true, file: expect.any(File), thumb: expect.any(Blob) });
  expect(shrunk.ok && [shrunk.file.name, shrunk.file.type, shrunk.file.lastModified]).toEqual(['front.jpg', 'image/jpeg', 5]);
  expect(closed).toBe(1);
});

it('makes a small one alone of what is ready, and none where it cannot', async () => {
  expect(await thumbOf(picture, 320)).toBeNull();
  browser({});
  const sizes: number[][] = [];
  const made = page.OffscreenCanvas as new (width: number, height: number) => object;
  page.OffscreenCanvas = function OffscreenCanvas(width: number, height: number) {
    sizes.push([width, height]);
    return new made(width, height);
  };
  expect(await thumbOf(picture, 320)).toBeInstanceOf(Blob);
  expect(sizes).toEqual([[320, 240]]);
});

it.each([
  ['cannot be encoded', { convertToBlob: () => Promise.reject(new Error('EncodingError')) }],
  ['cannot be drawn', { getContext: () => null }],
])('a picture that %s is refused in words, and given back', async (_what, canvas) => {
  browser(canvas);
  expect(await shrinkImage(picture)).toEqual({ ok: false, message: shrinkMessages.unreadable });
  expect(closed).toBe(1);
});

it('a browser that decodes nothing, and a file that is gone, are refused in words', async () => {
  expect(await shrinkImage(picture)).toEqual({ ok: false, message: shrinkMessages.unreadable });
  browser({});
  page.createImageBitmap = () => Promise.reject(new Error('InvalidStateError'));
  const gone = Object.assign(new File(['x'], 'gone.jpg'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
  });
  expect(await shrinkImage(gone)).toEqual({ ok: false, message: shrinkMessages.unreadable });
});
