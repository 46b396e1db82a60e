import { useRef, useState } from 'react';

export interface UploadProgress {
  /** Share of the upload, 0 to 1; null if no upload is in progress. */
  share: number | null;
  cancel: () => void;
}

interface SendingOptions {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Progress and cancellation of a form's upload.
 *
 * ```tsx
 * const { track, sending } = useUploadProgress();
 * onSubmit: (values) => track((options) => save(values, options));
 * return <SaveBar form={form} sending={sending} … />;
 * ```
 */
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
