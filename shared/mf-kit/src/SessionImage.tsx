import { callFile } from '@portal/api-client/call';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './SessionImage.module.css';

interface SessionImageProps {
  /** The stored name from the API; null shows the fallback. */
  filename: string | null | undefined;
  alt: string;
  className?: string;
  /** Shown while the picture loads, and if there is none or it cannot be loaded. */
  fallback?: ReactNode;
  /** For one of many pictures: it loads when it is near the visible area, four at a time. Its element needs a fixed size. */
  whenSeen?: boolean;
}

/** Parallel downloads of pictures, so that a slow connection stays usable. */
const AT_ONCE = 4;
const NEAR = '200px';

let running = 0;
const waiting: (() => void)[] = [];
/** Runs `work` as soon as fewer than four others run. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((begin) => waiting.push(begin));
  return work().finally(() => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  });
}

/** Returns whether the element has been near the visible area. */
function useSeen(isAsked: boolean) {
  const place = useRef<HTMLSpanElement | null>(null);
  const [isSeen, setSeen] = useState(!isAsked);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [place, isSeen] as const;
}

/** The stored picture `filename`, loaded with the guard's token and shown from memory (SHELL-26). */
export function SessionImage({ filename, alt, className, fallback = null, whenSeen = false }: SessionImageProps) {
  const [place, isSeen] = useSeen(whenSeen);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!filename) return setUrl(null);
    if (!isSeen) return;
    const stop = new AbortController();
    let made: string | null = null;
    const fetched = () => callFile(previewMedia, { filename }, { signal: stop.signal });
    (whenSeen ? inTurn(fetched) : fetched()).then(
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
  }, [filename, isSeen, whenSeen]);
  if (url) return <img src={url} alt={alt} className={className} />;
  if (!whenSeen) return fallback;
  return (
    <span ref={place} className={styles.place}>
      {fallback}
    </span>
  );
}
