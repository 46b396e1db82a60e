import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';

export type Shrunk = { ok: true; file: File } | { ok: false; message: string };

/** Longest edge in pixels: a licence photographed as a whole stays readable. Smaller ones only if nothing else fits. */
const EDGES = [2000, 1400, 1000, 700];
const QUALITIES = [0.82, 0.7, 0.55];
/** Nobody's camera makes more; decoding it could end the page on a small phone. */
const MOST_BYTES = 60 * 1024 * 1024;

export const shrinkMessages = {
  heic: 'This browser cannot open HEIC pictures. Take the photo here with the camera, or choose a JPEG or PNG.',
  unreadable: 'This file is not a picture that can be opened here. Choose a JPEG, PNG, WebP or GIF.',
} as const;

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** What the first bytes say: the name and the stated type may lie. */
async function kindOf(file: Blob): Promise<'heic' | 'tiff' | 'other'> {
  const start = latin(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (/^.{4}ftyp(hei|hev|mif1|msf1)/s.test(start)) return 'heic';
  return /^(II\*\0|MM\0\*)/.test(start) ? 'tiff' : 'other';
}

type Canvas = HTMLCanvasElement | OffscreenCanvas;

function canvasOf(width: number, height: number): Canvas {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function jpegOf(canvas: Canvas, quality: number): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** The picture on white, which is what transparency becomes, no larger than `edge`. */
function draw(picture: ImageBitmap, edge: number): Canvas {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = canvasOf(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function encode(picture: ImageBitmap, most: number): Promise<Blob | null> {
  for (const edge of EDGES) {
    const canvas = draw(picture, edge);
    for (const quality of QUALITIES) {
      const jpeg = await jpegOf(canvas, quality);
      if (jpeg && jpeg.size <= most) return jpeg;
    }
  }
  return null;
}

async function undecodable(file: File): Promise<Shrunk> {
  const kind = await kindOf(file);
  if (kind === 'heic') return { ok: false, message: shrinkMessages.heic };
  if (kind !== 'tiff') return { ok: false, message: shrinkMessages.unreadable };
  // The server reads what few browsers do.
  return file.size > limits.imageBytes ? { ok: false, message: copy.imageTooLarge } : { ok: true, file };
}

/**
 * Decodes a chosen picture in the browser and encodes it again as a JPEG of at most 2 MB (SHARED-07): upright, the longest edge at most
 * 2000 pixels, without what the camera wrote into it (position, time, device). Resolves with the words for the guard when it cannot
 * be read here (REG-23 where it is too large as it is); never rejects.
 */
export async function shrinkImage(file: File): Promise<Shrunk> {
  if (file.size > MOST_BYTES) return { ok: false, message: copy.imageTooLarge };
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) return undecodable(file);
  try {
    const jpeg = await encode(picture, limits.imageBytes);
    if (!jpeg) return { ok: false, message: copy.imageTooLarge };
    const name = `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`;
    return { ok: true, file: new File([jpeg], name, { type: 'image/jpeg', lastModified: file.lastModified }) };
  } finally {
    picture.close();
  }
}
