import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Encoded } from './encodePicture';

const page = globalThis as Record<string, unknown>;
const onPage: Encoded = { is: 'undecodable' };
const picture = new Blob(['x']);

/** A page that has not asked for its worker yet. */
async function encode(): Promise<Encoded> {
  jest.resetModules();
  jest.doMock('./encodePicture', () => ({ encodePicture: async () => onPage }));
  const { encodeInWorker: encodeAside } = await import('./encodeInWorker');
  return encodeAside(picture, { most: 5, thumbEdge: null });
}

/** Browsers with workers: one says `first` once its script was asked for, and answers each picture with `answer`. */
function workers(first: 'message' | 'error', answer: Encoded | null) {
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

it('takes the answer of the worker', async () => {
  workers('message', { is: 'too large' });
  expect(await encode()).toEqual({ is: 'too large' });
});

it('does it on the page where the worker could not', async () => {
  workers('message', null);
  expect(await encode()).toEqual(onPage);
});

it('does it on the page where there is no worker: an old browser, a script that does not come, a policy', async () => {
  expect(await encode()).toEqual(onPage);
  workers('error', { is: 'too large' });
  expect(await encode()).toEqual(onPage);
  page.Worker = function Worker() {
    throw new Error('SecurityError');
  };
  expect(await encode()).toEqual(onPage);
});
