import { finished, Readable } from 'node:stream';
import { currentServices } from '../context';
import { type FileStore, StoreUnavailable } from './file-store';

/**
 * Reads `body` and fails if no chunk arrives within the timeout. The timer runs only while the consumer waits for data, so a slow consumer is no
 * failure. The total time has no limit, because a large file may take long.
 */
function abortWhenIdle(name: string, body: Readable): Readable {
  const { readTimeoutMs } = currentServices().limits;
  let timer: NodeJS.Timeout | undefined;
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const out = new Readable({
    read() {
      timer ??= setTimeout(() => out.destroy(new StoreUnavailable(`The file ${name} sent no data for ${readTimeoutMs} ms`)), readTimeoutMs);
      body.resume();
    },
    destroy(error, done) {
      stopWaiting();
      body.destroy();
      done(error);
    },
  });
  body.pause();
  body.on('data', (chunk: Buffer) => {
    stopWaiting();
    if (!out.push(chunk)) body.pause();
  });
  finished(body, (error) => {
    if (error) out.destroy(error);
    else out.push(null);
  });
  return out;
}

/** The same store with the idle timeout on its files. */
export const withReadTimeout = (store: FileStore): FileStore => ({
  ...store,
  async open(name, part) {
    const body = await store.open(name, part);
    return body && abortWhenIdle(name, body);
  },
});
