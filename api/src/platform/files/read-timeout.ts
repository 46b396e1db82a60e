import { finished, Readable } from 'node:stream';
import { type FileStore, StoreUnavailable } from './file-store';

/** How long a file may bring nothing while somebody waits for more of it. */
export const readTimeout = { mostMs: 30_000 };

/**
 * Reads on from `body`, and fails when it brings nothing for too long. Who reads slowly takes the time that they need: it is counted while
 * they wait alone. There is no limit for all of it, since a large file may take long.
 */
function abortWhenIdle(name: string, body: Readable): Readable {
  let timer: NodeJS.Timeout | undefined;
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const out = new Readable({
    read() {
      timer ??= setTimeout(
        () => out.destroy(new StoreUnavailable(`Of the file ${name} nothing came for ${readTimeout.mostMs} ms`)),
        readTimeout.mostMs,
      );
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

/** The same store, none of whose files keeps its reader waiting for ever. */
export const withReadTimeout = (store: FileStore): FileStore => ({
  ...store,
  async open(name, part) {
    const body = await store.open(name, part);
    return body && abortWhenIdle(name, body);
  },
});
