import { type Encoded, type EncodeOptions, encodePicture } from './encodePicture';

/** A script that does not come by then does not come. */
const READY_MS = 5_000;
/** Three pictures of the largest camera take a slow phone a fraction of this. */
const JOB_MS = 60_000;

let started: Promise<Worker | null> | undefined;

/** Null where there can be none: an old browser, a policy that refuses it, a script that cannot be fetched. */
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

/** Null: the worker could not. */
function ask(worker: Worker, file: Blob, options: EncodeOptions): Promise<Encoded | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Encoded | null>) => resolve(data);
    setTimeout(() => resolve(null), JOB_MS);
    worker.postMessage({ file, options }, [port2]);
  }).finally(() => port1.close()) as Promise<Encoded | null>;
}

/** `encodePicture` in a worker, so that the page answers meanwhile; on the page itself where there is none. */
export async function encodeInWorker(file: Blob, options: EncodeOptions): Promise<Encoded> {
  started ??= start();
  const worker = await started;
  return (worker && (await ask(worker, file, options))) ?? encodePicture(file, options);
}
