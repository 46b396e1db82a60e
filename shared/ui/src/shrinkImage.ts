import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { uploadMessages } from '@portal/contracts/_kernel/upload';
import { encodeInWorker } from './encodeInWorker';

export type Shrunk = { ok: true; file: File; thumb?: Blob } | { ok: false; message: string };

export interface ShrinkOptions {
  /** Gives a small one of that edge beside it. */
  thumbEdge?: number | null | undefined;
  /** Bytes at most. */
  most?: number | undefined;
  /** One of a list of pictures, which has fewer formats (REPORTISSUE-15). */
  isOfList?: boolean | undefined;
}

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

async function undecodable(file: File, most: number, isOfList: boolean): Promise<Shrunk> {
  const kind = await kindOf(file);
  if (kind === 'heic') return { ok: false, message: shrinkMessages.heic };
  if (kind !== 'tiff') return { ok: false, message: shrinkMessages.unreadable };
  if (isOfList) return { ok: false, message: uploadMessages.wrongFormat };
  // The server reads what few browsers do.
  return file.size > most ? { ok: false, message: copy.imageTooLarge } : { ok: true, file };
}

async function shrunk(file: File, { thumbEdge = null, most = limits.imageBytes, isOfList = false }: ShrinkOptions): Promise<Shrunk> {
  if (file.size > MOST_BYTES) return { ok: false, message: copy.imageTooLarge };
  const encoded = await encodeInWorker(file, { most, thumbEdge });
  if (encoded.is === 'undecodable') return undecodable(file, most, isOfList);
  if (encoded.is === 'too large') return { ok: false, message: copy.imageTooLarge };
  const name = `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`;
  const small = new File([encoded.jpeg], name, { type: 'image/jpeg', lastModified: file.lastModified });
  return { ok: true, file: small, ...(encoded.thumb && { thumb: encoded.thumb }) };
}

/** A small one of a picture that is ready already, for a list; null where it cannot be made. Never rejects. */
export async function thumbOf(file: File, edge: number): Promise<Blob | null> {
  const encoded = await encodeInWorker(file, { most: limits.imageBytes, thumbEdge: null, edges: [edge] }).catch(() => null);
  return encoded?.is === 'jpeg' ? encoded.jpeg : null;
}

/**
 * Decodes a chosen picture in the browser and encodes it again as a JPEG of at most 2 MB (SHARED-07): upright, the longest edge at most
 * 2000 pixels, without what the camera wrote into it (position, time, device). Resolves with the words for the guard when it cannot
 * be read or encoded here (REG-23 where it is too large as it is); never rejects: a form waits for it.
 */
export const shrinkImage = (file: File, options: ShrinkOptions = {}): Promise<Shrunk> =>
  shrunk(file, options).catch(() => ({ ok: false, message: shrinkMessages.unreadable }));
