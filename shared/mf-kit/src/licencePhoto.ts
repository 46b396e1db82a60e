import { callFile } from '@portal/api-client/call';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { local } from '@portal/device/storage';
import { shrinkImage } from '@portal/ui/shrinkImage';

/** In local storage, which logout clears. A photo of this size has about 50 kB. */
const KEY = 'licencePhoto';
const EDGE = 480;
const MOST_BYTES = 300_000;

interface StoredPhoto {
  guardId: string;
  filename: string;
  /** A data URL. */
  picture: string;
}

/** Returns the stored photo of the licence card; null if there is none of this guard and file. */
export function storedLicencePhoto(guardId: string, filename: string): string | null {
  const stored = local.getJson<StoredPhoto>(KEY);
  return stored?.guardId === guardId && stored.filename === filename ? stored.picture : null;
}

const dataUrlOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Stores a small copy of the guard's photo, so that the licence card shows it offline. Returns null if it is still too large. */
export async function storeLicencePhoto(guardId: string, filename: string): Promise<string | null> {
  const file = await callFile(previewMedia, { filename });
  const shrunk = await shrinkImage(new File([file], filename, { type: file.type }), { thumbEdge: EDGE });
  const small = (shrunk.ok && shrunk.thumb) || file;
  if (small.size > MOST_BYTES) return null;
  const picture = await dataUrlOf(small);
  local.setItem(KEY, JSON.stringify({ guardId, filename, picture } satisfies StoredPhoto));
  return picture;
}
