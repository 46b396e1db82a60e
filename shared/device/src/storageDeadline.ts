/** Damaged storage or a lost disk may never answer. */
const ANSWER_MS = 2000;

export class StorageTimeoutError extends Error {
  override name = 'Unanswered';
}

/** Rejects with `StorageTimeoutError` after `ms` milliseconds, so that no screen waits for broken storage. A later result is ignored. */
export function withStorageDeadline<T>(asked: Promise<T>, ms = ANSWER_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageTimeoutError(`This device does not answer within ${ms} ms`)), ms);
  });
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
}
