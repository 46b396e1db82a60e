import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limits } from '@portal/contracts/_kernel/limits';
import { audioMessages } from '@portal/contracts/_kernel/upload';
import { apiDir } from '../config/paths';
import { currentServices } from '../context';
import type { ProcessedUpload } from './images';

/** A recording of ten minutes takes well under a second; a file that takes longer was made to. */
const DEADLINE_MS = 10_000;
const MOST_MB = 256;

/** A recording as stored; `seconds` was counted from its packets. */
export class Recording extends File {
  constructor(
    bytes: ArrayBuffer,
    name: string,
    type: string,
    readonly seconds: number,
  ) {
    super([bytes], name, { type });
  }
}

type Outcome = { problem: keyof typeof audioMessages } | { made: ArrayBuffer; type: string; seconds: number };

/** Reads the bytes in a separate thread and ends it after the deadline, so that a malicious file blocks no other call. */
function runInWorker(bytes: ArrayBuffer): Promise<Outcome> {
  const worker = new Worker(join(apiDir, 'src/platform/files/audio-worker.mjs'), {
    workerData: { bytes, mostSeconds: limits.audioSeconds },
    transferList: [bytes],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  });
  let deadline: ReturnType<typeof setTimeout> | undefined;
  return new Promise<Outcome>((resolve) => {
    deadline = setTimeout(resolve, DEADLINE_MS, { problem: 'unreadable' });
    worker.once('message', resolve);
    // It ran out of memory.
    worker.once('error', () => resolve({ problem: 'unreadable' }));
  }).finally(async () => {
    clearTimeout(deadline);
    await worker.terminate();
  });
}

async function read(upload: Blob): Promise<ProcessedUpload> {
  const outcome = await runInWorker(await upload.arrayBuffer());
  if ('problem' in outcome) return { problem: audioMessages[outcome.problem] };
  const { made, type, seconds } = outcome;
  return { file: new Recording(made, upload instanceof File ? upload.name : 'recording', type, seconds) };
}

/**
 * Reads an uploaded recording, counts its length packet by packet and packs it again. Ignores its name, type and stated length, removes its
 * metadata, and makes it seekable.
 */
export const remuxAudio = (upload: Blob): Promise<ProcessedUpload> =>
  upload.size === 0 ? Promise.resolve({ problem: audioMessages.empty }) : currentServices().limits.recordings(() => read(upload));
