import { type EncodeOptions, type EncodeResult, encodePicture } from './encodePicture';

/** A worker that has not started after this time, in ms, is given up. */
const READY_MS = 5_000;
/** In ms. Three pictures of the largest camera take a small part of this on a slow phone. */
const JOB_MS = 60_000;

let started: Promise<Worker | null> | undefined;

/** Resolves with null if no worker can start: an old browser, a policy, or a missing script. */
function start(): Promise<Worker | null> {
  return new Promise((resolve) => {
    if (!('Worker' in globalThis) || !('OffscreenCanvas' in globalThis)) return resolve(null);
    try {
      const worker = new Worker(new URL('./encodePicture.worker.ts', import.meta.url));
      const none = () => resolve(null);
      worker.addEventListener('message', () => resolve(worker), { once: true });
      worker.addEventListener('error', none, { once: true });
      setTimeout(none, READY_MS);
    } catch {
      resolve(null);
    }
  });
}

/** Resolves with null if the worker failed. */
function requestEncoding(worker: Worker, file: Blob, options: EncodeOptions): Promise<EncodeResult | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<EncodeResult | null>) => resolve(data);
    setTimeout(() => resolve(null), JOB_MS);
    worker.postMessage({ file, options }, [port2]);
  }).finally(() => port1.close()) as Promise<EncodeResult | null>;
}

/** `encodePicture` in a worker, so that the page stays responsive; on the page itself without a worker. */
export async function encodeInWorker(file: Blob, options: EncodeOptions): Promise<EncodeResult> {
  started ??= start();
  const worker = await started;
  return (worker && (await requestEncoding(worker, file, options))) ?? encodePicture(file, options);
}
