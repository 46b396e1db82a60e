import { callFile } from '@portal/api-client/call';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { local } from '@portal/device/storage';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { useEffect, useState } from 'react';

/** Local storage, which the portal clears at logout; a face of this edge has some 50 kB. */
const KEY = 'licencePhoto';
const EDGE = 480;
const MOST_BYTES = 300_000;

interface KeptPhoto {
  guardId: string;
  filename: string;
  /** A data URL. */
  picture: string;
}

function keptPhoto(guardId: string, filename: string): string | null {
  try {
    const kept = JSON.parse(local.getItem(KEY) ?? 'null') as KeptPhoto | null;
    return kept?.guardId === guardId && kept.filename === filename ? kept.picture : null;
  } catch {
    return null;
  }
}

const dataUrlOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

async function readPhoto(guardId: string, filename: string): Promise<string | null> {
  const file = await callFile(previewMedia, { filename });
  const shrunk = await shrinkImage(new File([file], filename, { type: file.type }), { thumbEdge: EDGE });
  const small = (shrunk.ok && shrunk.thumb) || file;
  if (small.size > MOST_BYTES) return null;
  const picture = await dataUrlOf(small);
  local.setItem(KEY, JSON.stringify({ guardId, filename, picture } satisfies KeptPhoto));
  return picture;
}

/** The guard's photo for the licence card, kept small on this device so that it is there without a signal; null while there is none. */
export function useLicencePhoto(guardId: string, filename: string | null): string | null {
  const [photo, setPhoto] = useState(() => filename && keptPhoto(guardId, filename));
  useEffect(() => {
    let isOpen = true;
    const known = filename && keptPhoto(guardId, filename);
    setPhoto(known);
    if (!filename || known) return;
    // Without a signal, or a device that keeps nothing, the card has no picture this time.
    readPhoto(guardId, filename)
      .then((picture) => isOpen && setPhoto(picture))
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [guardId, filename]);
  return photo;
}
