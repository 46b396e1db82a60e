import { uploadMessages } from '@portal/contracts/_kernel/upload';
import sharp from 'sharp';
import { once } from '../concurrency';
import { currentServices } from '../context';

/** Longer side of stored pictures in pixels: the small print of an identity card stays readable. */
const LONGEST_SIDE = 2400;
const SECONDS = 15;
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Sender of a picture. Each lane decodes separately, so that a guard's picture never waits for pictures of visitors. */
export type UploadSender = 'guard' | 'visitor';

/**
 * Maximum pixels of a picture. Guards send original photos. The visitors' page makes pictures smaller before it sends them; 16 million pixels are
 * a phone's usual picture, for visitors without JavaScript.
 */
const mostPixels: Readonly<Record<UploadSender, number>> = { guard: 50_000_000, visitor: 16_000_000 };

const decoder = once(() => {
  // Unused decoders are an attack surface: other formats are not parsed.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});

/** The file after processing, or the message why it was rejected. */
export type ProcessedUpload = { file: File } | { problem: string };

type Kind = 'jpeg' | 'png' | 'webp';
/** Stored format per decoded format. Animations keep their first frame; formats that browsers do not show are converted. */
const storedAs: Readonly<Record<string, Kind>> = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'png', tiff: 'jpeg' };

/**
 * Decodes an uploaded picture and encodes it again. Ignores its name and type, removes all metadata such as the position, rotates it upright, and
 * limits its longer side to 2400 pixels.
 */
async function decode(upload: Blob, formats: readonly string[], mostPixels: number): Promise<ProcessedUpload> {
  const bytes = Buffer.from(await upload.arrayBuffer());
  if (bytes.byteLength === 0) return { problem: uploadMessages.notAnImage };
  const settings = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const;
  const head = await decoder()(bytes, settings)
    .metadata()
    .catch((error: Error) => error);
  if (head instanceof Error)
    return { problem: /pixel limit/.test(head.message) ? uploadMessages.tooManyPixels : uploadMessages.notAnImage };
  const kind = storedAs[head.format ?? ''];
  if (!kind) return { problem: uploadMessages.notAnImage };
  if (!formats.includes(head.format ?? '')) return { problem: uploadMessages.wrongFormat };
  if (head.width * head.height > mostPixels) return { problem: uploadMessages.tooManyPixels };
  const encode = (source: Buffer, failOn: 'error' | 'warning') =>
    decoder()(source, { ...settings, failOn })
      .autoOrient()
      // A JPEG is decoded at a smaller scale from three times this size on; below it sharp avoids rounding errors of libjpeg.
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toFormat(kind, kind === 'png' ? { compressionLevel: 9 } : { quality: 88 })
      .timeout({ seconds: SECONDS })
      .toBuffer()
      .catch(() => null);
  // Some cameras write no end marker. With an added marker a complete picture decodes without a warning, a truncated one does not.
  const whole = await encode(bytes, 'error');
  const made = whole ?? (head.format === 'jpeg' ? await encode(Buffer.concat([bytes, JPEG_END]), 'warning') : null);
  if (!made) return { problem: uploadMessages.damaged };
  return { file: new File([new Uint8Array(made)], upload instanceof File ? upload.name : 'image', { type: `image/${kind}` }) };
}

/** Re-encodes a picture of a call; only of the given formats. */
export const reencodeImage = (
  upload: Blob,
  lane: UploadSender,
  formats: readonly string[] = Object.keys(storedAs),
): Promise<ProcessedUpload> => currentServices().limits.pictures[lane](() => decode(upload, formats, mostPixels[lane]));
