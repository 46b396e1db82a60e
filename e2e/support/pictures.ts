import type { Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { previewMedia } from '@portal/contracts/media/media.endpoints';

export interface Picture {
  name?: string;
  type?: 'image/jpeg' | 'image/png' | 'image/webp';
  width?: number;
  height?: number;
  colour?: string;
  /** Random pixels, which cannot be compressed: 1600 x 1200 of them are far over 2 MB as PNG. */
  isNoise?: boolean;
  /** A JPEG with EXIF orientation 6 and a position. */
  fromPhone?: boolean;
}

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const entry = (tag: number, type: number, count: number, value: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt32LE(value, 8);
  return bytes;
};

/** The EXIF data of a phone's camera: orientation 6, and a GPS directory with "N". */
function cameraNotes(): Buffer {
  const count = (entries: number) => Buffer.from([entries, 0]);
  const end = Buffer.alloc(4);
  const gpsAt = 8 + 2 + 2 * 12 + 4;
  const tiff = Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    Buffer.concat([count(2), entry(0x0112, 3, 1, 6), entry(0x8825, 4, 1, gpsAt), end]),
    Buffer.concat([count(1), entry(1, 2, 2, 'N'.charCodeAt(0)), end]),
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

export async function makePicture(page: Page, options: Picture = {}): Promise<ChosenFile> {
  const { type = 'image/jpeg', width = 320, height = 200, colour = '#1d5aa0', isNoise = false, fromPhone = false } = options;
  const base64 = await page.evaluate(
    async ({ type, width, height, colour, isNoise }) => {
      const canvas = new OffscreenCanvas(width, height);
      const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = '#fff';
      pen.fillRect(width / 10, height / 10, width / 4, height / 4);
      if (isNoise) {
        const pixels = pen.getImageData(0, 0, width, height);
        for (let at = 0; at < pixels.data.length; at += 65_536) crypto.getRandomValues(pixels.data.subarray(at, at + 65_536));
        for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
        pen.putImageData(pixels, 0, 0);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality: 0.9 })).arrayBuffer());
      return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    },
    { type, width, height, colour, isNoise },
  );
  const drawn = Buffer.from(base64, 'base64');
  const buffer = fromPhone ? Buffer.concat([drawn.subarray(0, 2), cameraNotes(), drawn.subarray(2)]) : drawn;
  return { name: options.name ?? `photo.${type.slice('image/'.length).replace('jpeg', 'jpg')}`, mimeType: type, buffer };
}

/** Reads a stored picture as the guard: its upright size, and whether it contains EXIF data. */
export const readStoredPicture = (page: Page, filename: string | null | undefined) =>
  page.evaluate(
    async (url) => {
      const token = localStorage.getItem('token') ?? '';
      const bytes = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer();
      const { width, height } = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' });
      return { width, height, bytes: bytes.byteLength, hasNotes: new TextDecoder('latin1').decode(bytes).includes('Exif') };
    },
    `${fullPath(previewMedia)}?filename=${filename}`,
  );

/** A picture of a type that browsers open and no form lists: 24 bits, as old programs write it. */
export function makeBitmap(name: string, width = 64, height = 48): ChosenFile {
  const row = Math.ceil((width * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + row * height, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  head.writeUInt32LE(row * height, 34);
  return { name, mimeType: 'image/bmp', buffer: Buffer.concat([head, Buffer.alloc(row * height, 0x80)]) };
}
