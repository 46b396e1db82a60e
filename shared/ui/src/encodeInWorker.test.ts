import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { EncodeResult } from './encodePicture';

const page = globalThis as Record<string, unknown>;
const onPage: EncodeResult = { is: 'undecodable' };
const picture = new Blob(['x']);

/** A page that has not started its worker. */
async function encode(): Promise<EncodeResult> {
  jest.resetModules();
  jest.doMock('./encodePicture', () => ({ encodePicture: async () => onPage }));
  const { encodeInWorker: encodeAside } = await import('./encodeInWorker');
  return encodeAside(picture, { most: 5, thumbEdge: null });
}

/** A browser with workers. `first` is the first event of a worker, `answer` its reply to each picture. */
function workers(first: 'message' | 'error', answer: EncodeResult | null) {
  page.OffscreenCanvas = function OffscreenCanvas() {};
  page.MessageChannel = MessageChannel;
  page.Worker = class {
    addEventListener(type: string, listener: () => void) {
      if (type === first) queueMicrotask(listener);
    }
    postMessage(_asked: unknown, [port]: [MessagePort]) {
      port.postMessage(answer);
    }
  };
}
afterEach(() => {
  delete page.OffscreenCanvas;
  delete page.MessageChannel;
  delete page.Worker;
});

it('uses the reply of the worker', async () => {
  workers('message', { is: 'too large' });
  expect(await encode()).toEqual({ is: 'too large' });
});

it('encodes on the page if the worker fails', async () => {
  workers('message', null);
  expect(await encode()).toEqual(onPage);
});

it('encodes on the page if no worker starts: an old browser, a missing script, a policy', async () => {
  expect(await encode()).toEqual(onPage);
  workers('error', { is: 'too large' });
  expect(await encode()).toEqual(onPage);
  page.Worker = function Worker() {
    throw new Error('SecurityError');
  };
  expect(await encode()).toEqual(onPage);
});
