import { shrinkImage } from '@portal/ui/shrinkImage';

const TIFF = 'II*\0';

/** A TIFF of this size with any name. Browsers cannot decode it, but the server can. */
export function tiff(name: string, bytes: number): File {
  const content = new Uint8Array(bytes);
  content.set([...TIFF].map((letter) => letter.charCodeAt(0)));
  return new File([content], name, { type: 'image/jpeg' });
}

/** A picture of this size that is not a TIFF. */
export const photo = (name: string, bytes: number): File => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/**
 * Uses the actual `shrinkImage` in a browser that decodes every picture except a TIFF, and does not reduce any. For a test file that mocks
 * `@portal/ui/shrinkImage`, because jsdom does not decode pictures.
 */
export function enableShrinking(): void {
  const { shrinkImage: real } = jest.requireActual<typeof import('@portal/ui/shrinkImage')>('@portal/ui/shrinkImage');
  jest.mocked(shrinkImage).mockImplementation(real);
  let decoded = 0;
  Object.assign(globalThis, {
    async createImageBitmap(file: Blob) {
      if (new TextDecoder().decode(await file.slice(0, TIFF.length).arrayBuffer()) === TIFF) throw new Error('InvalidStateError');
      decoded = file.size;
      return { width: 4000, height: 3000, close: () => undefined };
    },
    OffscreenCanvas: class {
      getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined });
      convertToBlob = async () => new Blob([new Uint8Array(decoded)], { type: 'image/jpeg' });
    },
  });
}
