import { uploadMessages } from '@portal/contracts/_kernel/upload';
import sharp from 'sharp';
import { createSemaphore } from '../concurrency';

/** Pixels of the longer side of what is stored: a card's small print stays readable. */
const LONGEST_SIDE = 2400;
const SECONDS = 15;
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Who sent a picture. Each lane decodes on its own, so that a guard's picture never waits for the pictures of visitors. */
export type Lane = 'guard' | 'visitor';

/**
 * Of each lane: the most pixels of a picture, and how many pictures are decoded at the same time. Guards send what their phones take. A visitor's
 * page makes pictures smaller before it sends them; without JavaScript 16 million pixels are a phone's usual picture.
 */
const lanes = {
  guard: { mostPixels: 50_000_000, inTurn: createSemaphore(2) },
  visitor: { mostPixels: 16_000_000, inTurn: createSemaphore(1) },
};

// Decoders that nobody needs are doors: what is none of these is not even looked at.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

/** A file that was taken apart and made anew, or the words that say why it was not. */
export type ProcessedUpload = { file: File } | { problem: string };

type Kind = 'jpeg' | 'png' | 'webp';
/** As what a picture is stored. Animations keep their first frame; what browsers do not show becomes what they do. */
const storedAs: Readonly<Record<string, Kind>> = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'png', tiff: 'jpeg' };

/**
 * Decodes an uploaded picture and encodes it anew: what it says of itself (name, type) counts for nothing, position and every other
 * note of the camera are gone, it stands upright, and its longer side is at most 2400 pixels.
 */
async function decode(upload: Blob, formats: readonly string[], mostPixels: number): Promise<ProcessedUpload> {
  const bytes = Buffer.from(await upload.arrayBuffer());
  if (bytes.byteLength === 0) return { problem: uploadMessages.notAnImage };
  const settings = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const;
  const head = await sharp(bytes, settings)
    .metadata()
    .catch((error: Error) => error);
  if (head instanceof Error)
    return { problem: /pixel limit/.test(head.message) ? uploadMessages.tooManyPixels : uploadMessages.notAnImage };
  const kind = storedAs[head.format ?? ''];
  if (!kind) return { problem: uploadMessages.notAnImage };
  if (!formats.includes(head.format ?? '')) return { problem: uploadMessages.wrongFormat };
  if (head.width * head.height > mostPixels) return { problem: uploadMessages.tooManyPixels };
  const encode = (source: Buffer, failOn: 'error' | 'warning') =>
    sharp(source, { ...settings, failOn })
      .autoOrient()
      // A JPEG is decoded at a smaller scale from three times this size on; below it sharp avoids rounding errors of libjpeg.
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toFormat(kind, kind === 'png' ? { compressionLevel: 9 } : { quality: 88 })
      .timeout({ seconds: SECONDS })
      .toBuffer()
      .catch(() => null);
  // Some cameras write no end marker. With it, a whole picture decodes without a warning, a truncated picture does not.
  const whole = await encode(bytes, 'error');
  const made = whole ?? (head.format === 'jpeg' ? await encode(Buffer.concat([bytes, JPEG_END]), 'warning') : null);
  if (!made) return { problem: uploadMessages.damaged };
  return { file: new File([new Uint8Array(made)], upload instanceof File ? upload.name : 'image', { type: `image/${kind}` }) };
}

/** A picture of a call, made anew; only of these formats, where its rule names some. */
export const reencodeImage = (upload: Blob, lane: Lane, formats: readonly string[] = Object.keys(storedAs)): Promise<ProcessedUpload> =>
  lanes[lane].inTurn(() => decode(upload, formats, lanes[lane].mostPixels));
