import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { uploadMessages } from '@portal/contracts/_kernel/upload';
import { encodeInWorker } from './encodeInWorker';

export type ShrinkResult = { ok: true; file: File; thumb?: Blob } | { ok: false; message: string };

export interface ShrinkOptions {
  /** The longest edge of an additional thumbnail. */
  thumbEdge?: number | null | undefined;
  /** The maximum size in bytes. */
  most?: number | undefined;
  /** The picture is part of a list, which allows fewer formats (REPORTISSUE-15). */
  isOfList?: boolean | undefined;
}

/** In bytes. No camera writes larger files; decoding one could crash the page on a small phone. */
const MOST_BYTES = 60 * 1024 * 1024;

export const shrinkMessages = {
  heic: 'This browser cannot open HEIC pictures. Take the photo here with the camera, or choose a JPEG or PNG.',
  unreadable: 'This file is not a picture that can be opened here. Choose a JPEG, PNG, WebP or GIF.',
} as const;

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Reads the format from the first bytes, because the name and the stated type may be wrong. */
async function kindOf(file: Blob): Promise<'heic' | 'tiff' | 'other'> {
  const start = latin(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (/^.{4}ftyp(hei|hev|mif1|msf1)/s.test(start)) return 'heic';
  return /^(II\*\0|MM\0\*)/.test(start) ? 'tiff' : 'other';
}

async function undecodable(file: File, most: number, isOfList: boolean): Promise<ShrinkResult> {
  const kind = await kindOf(file);
  if (kind === 'heic') return { ok: false, message: shrinkMessages.heic };
  if (kind !== 'tiff') return { ok: false, message: shrinkMessages.unreadable };
  if (isOfList) return { ok: false, message: uploadMessages.wrongFormat };
  // The server can read TIFF files, which few browsers can.
  return file.size > most ? { ok: false, message: copy.imageTooLarge } : { ok: true, file };
}

async function shrunk(file: File, { thumbEdge = null, most = limits.imageBytes, isOfList = false }: ShrinkOptions): Promise<ShrinkResult> {
  if (file.size > MOST_BYTES) return { ok: false, message: copy.imageTooLarge };
  const encoded = await encodeInWorker(file, { most, thumbEdge });
  if (encoded.is === 'undecodable') return undecodable(file, most, isOfList);
  if (encoded.is === 'too large') return { ok: false, message: copy.imageTooLarge };
  const name = `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`;
  const small = new File([encoded.jpeg], name, { type: 'image/jpeg', lastModified: file.lastModified });
  return { ok: true, file: small, ...(encoded.thumb && { thumb: encoded.thumb }) };
}

/** A thumbnail of a prepared picture for a list, or null if it fails. Never rejects. */
export async function thumbOf(file: File, edge: number): Promise<Blob | null> {
  const encoded = await encodeInWorker(file, { most: limits.imageBytes, thumbEdge: null, edges: [edge] }).catch(() => null);
  return encoded?.is === 'jpeg' ? encoded.jpeg : null;
}

/**
 * Decodes a chosen picture and encodes it as an upright JPEG of at most 2 MB (SHARED-07) with a longest edge of at most 2000 pixels. It
 * removes the camera's metadata (position, time, device). If the picture cannot be read or encoded, it resolves with a message for the
 * guard (REG-23 if it is too large). It never rejects, because a form waits for it.
 */
export const shrinkImage = (file: File, options: ShrinkOptions = {}): Promise<ShrinkResult> =>
  shrunk(file, options).catch(() => ({ ok: false, message: shrinkMessages.unreadable }));
