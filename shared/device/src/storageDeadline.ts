/** Storage that is damaged, or whose disk is gone, may never answer. */
const ANSWER_MS = 2000;

/** The device did not answer in time. */
export class StorageTimeoutError extends Error {
  override name = 'Unanswered';
}

/** Rejects where what this device keeps does not answer in time: nothing of the portal waits for storage without it. What comes later is for nobody. */
export function withStorageDeadline<T>(asked: Promise<T>, ms = ANSWER_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageTimeoutError(`This device does not answer within ${ms} ms`)), ms);
  });
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
}
