import { callFile } from '@portal/api-client/call';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { type ReactNode, useEffect, useState } from 'react';

interface SessionImageProps {
  /** The stored name, as the API gives it; null shows the fallback. */
  filename: string | null | undefined;
  alt: string;
  className?: string;
  /** Shown while it loads, when there is none and when it cannot be read. */
  fallback?: ReactNode;
}

/** The stored picture of `filename`, fetched with the session and shown from memory (SHELL-26). */
export function SessionImage({ filename, alt, className, fallback = null }: SessionImageProps) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!filename) return setUrl(null);
    const stop = new AbortController();
    let made: string | null = null;
    callFile(previewMedia, { filename }, { signal: stop.signal }).then(
      (file) => {
        made = URL.createObjectURL(file);
        setUrl(made);
      },
      () => setUrl(null),
    );
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [filename]);
  return url ? <img src={url} alt={alt} className={className} /> : fallback;
}
