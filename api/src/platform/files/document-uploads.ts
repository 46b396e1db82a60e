import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limits } from '@portal/contracts/_kernel/limits';
import { paperMessages, uploadMessages } from '@portal/contracts/_kernel/upload';
import { createSemaphore } from '../concurrency';
import { apiDir } from '../config/paths';
import { type ProcessedUpload, reencodeImage, type UploadSender } from './images';

const HEAD = '%PDF-';
/** The limits of each PDF. A page takes about 50 ms. */
const MOST_HEAP_MB = 256;
export const rendering = { deadlineMs: 15_000, mostWasmBytes: 256 * 1024 * 1024 };

/** One PDF of each lane is rendered at a time, so a guard or staff never wait for the files of visitors. */
const lanes = { guard: createSemaphore(1), visitor: createSemaphore(1), staff: createSemaphore(1) };

type Outcome = { problem: keyof typeof paperMessages } | { made: ArrayBuffer };

function renderAside(bytes: ArrayBuffer): Promise<Outcome> {
  const worker = new Worker(join(apiDir, 'src/platform/files/pdf-worker.mjs'), {
    workerData: { bytes, mostPages: limits.paperPages, mostBytes: rendering.mostWasmBytes },
    transferList: [bytes],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  let deadline: ReturnType<typeof setTimeout> | undefined;
  return new Promise<Outcome>((resolve, reject) => {
    deadline = setTimeout(resolve, rendering.deadlineMs, { problem: 'unreadable' });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: 'unreadable' }) : reject(error),
    );
  }).finally(async () => {
    clearTimeout(deadline);
    await worker.terminate();
  });
}

/**
 * Renders every page of a PDF to a picture and makes a new PDF of the pictures. Nothing else of the original is kept: no scripts, actions,
 * links, forms, attachments or fonts. Rejects when the renderer itself fails.
 */
export async function renderPdf(upload: Blob, lane: keyof typeof lanes): Promise<ProcessedUpload> {
  const outcome = await lanes[lane](async () => renderAside(await upload.arrayBuffer()));
  if ('problem' in outcome) return { problem: paperMessages[outcome.problem] };
  return { file: new File([outcome.made], upload instanceof File ? upload.name : 'file.pdf', { type: 'application/pdf' }) };
}

/** Renders an uploaded PDF, or re-encodes a picture. The first bytes of the file decide which. */
export async function checkDocument(upload: Blob, lane: UploadSender): Promise<ProcessedUpload> {
  const head = Buffer.from(await upload.slice(0, HEAD.length).arrayBuffer()).toString('latin1');
  if (head === HEAD) return renderPdf(upload, lane);
  const read = await reencodeImage(upload, lane);
  return 'problem' in read && read.problem === uploadMessages.notAnImage ? { problem: paperMessages.notPaper } : read;
}
