import { EventEmitter } from 'node:events';
import { paperMessages } from '@portal/contracts/_kernel/upload';
import { textPdf } from '../../../test/pdfs';
import { checkDocument } from './document-uploads';
import type { UploadSender } from './images';

const TURNS = 1_000;
const renderers: EventEmitter[] = [];

jest.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super();
      renderers.push(this);
    }
    terminate = async () => 0;
  },
}));

const read = (lane: UploadSender) => checkDocument(new File([new Uint8Array(textPdf())], 'cv.pdf', { type: 'application/pdf' }), lane);
const started = async (count: number) => {
  for (let turn = 0; renderers.length < count && turn < TURNS; turn++) await new Promise(setImmediate);
  if (renderers.length < count) throw new Error(`only ${renderers.length} renderers have started`);
  return renderers.at(-1) as EventEmitter;
};

beforeEach(() => renderers.splice(0));

it("renders a guard's PDF while a visitor's PDF is rendered, and a visitor's second PDF afterwards", async () => {
  const visitors = [read('visitor'), read('visitor')];
  const first = await started(1);
  const guard = read('guard');
  (await started(2)).emit('message', { made: new ArrayBuffer(8) });
  expect(await guard).toHaveProperty('file');
  expect(renderers).toHaveLength(2);
  first.emit('message', { made: new ArrayBuffer(8) });
  expect(await visitors[0]).toHaveProperty('file');
  (await started(3)).emit('message', { problem: 'locked' });
  expect(await visitors[1]).toEqual({ problem: paperMessages.locked });
});

it('throws when the renderer itself fails, and does not report the PDF as damaged', async () => {
  const failed = new Error('Cannot find module');
  const reading = read('visitor');
  (await started(1)).emit('error', failed);
  await expect(reading).rejects.toBe(failed);
});

it('rejects a PDF that needs more memory than the renderer has as too large', async () => {
  const reading = read('visitor');
  (await started(1)).emit('error', Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  expect(await reading).toEqual({ problem: paperMessages.unreadable });
});
