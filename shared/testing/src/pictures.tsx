import { shrinkImage } from '@portal/ui/shrinkImage';

const TIFF = 'II*\0';

/** A TIFF of so many bytes, whatever its name says: browsers decode none, and the server does. */
export function tiff(name: string, bytes: number): File {
  const content = new Uint8Array(bytes);
  content.set([...TIFF].map((letter) => letter.charCodeAt(0)));
  return new File([content], name, { type: 'image/jpeg' });
}

/** Another picture of so many bytes. */
export const photo = (name: string, bytes: number): File => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/**
 * The real `shrinkImage` judges what is chosen in this test, in a browser that decodes every picture but a TIFF and makes none of them
 * smaller. For a file that has mocked `@portal/ui/shrinkImage`, because jsdom decodes nothing.
 */
export function judgePictures(): void {
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
