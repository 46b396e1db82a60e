import { useRef, useState } from 'react';

export interface UploadProgress {
  /** Share of the upload, 0 to 1; null when nothing is under way. */
  share: number | null;
  cancel: () => void;
}

interface SendingOptions {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** How far what a form sends is, and what stops it: `during((options) => send(input, options))`. */
export function useUploadProgress() {
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);

  async function track<Result>(send: (options: SendingOptions) => Promise<Result>): Promise<Result> {
    stop.current = new AbortController();
    setShare(0);
    return send({ onProgress: setShare, signal: stop.current.signal }).finally(() => setShare(null));
  }

  return { track, sending: { share, cancel: () => stop.current?.abort() } satisfies UploadProgress };
}
