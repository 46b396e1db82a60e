/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { CallOptions } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { act, createDeferred, createDevice, deleteDatabase, flushTasks, options, refusal, waitUntil } from './outbox.fixture';

afterEach(deleteDatabase);

const fileOf = (content: string, name = 'a.jpg') => new File([content], name, { type: 'image/jpeg', lastModified: 7 });

/** A small file with a large `size`. */
const large = (bytes: number) => Object.defineProperty(fileOf('x'), 'size', { value: bytes });

it('stores the bytes of each file at any position of the input', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  const [photo, proof] = [fileOf('photo'), fileOf('proof')];
  const tab = device.tab();
  void tab.queue.add(act, { note: 'x', photo, rows: [{ file: proof }], day: new Date(0) }, options('note'));
  await waitUntil(() => tab.now()[0] === 'note: on device');
  expect(tab.entries()[0]).toMatchObject({ bytes: 10, state: 'on device' });
  // The chosen files are deleted from the phone.
  for (const file of [photo, proof]) file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  device.state.isOnline = true;
  const later = device.tab();
  await later.queue.sendNow();
  await waitUntil(() => later.now()[0] === 'note: sent');
  const input = device.tried[0]?.input as { note: string; photo: File; rows: { file: File }[]; day: Date };
  expect([await input.photo.text(), await input.rows[0]?.file.text(), input.note, input.day]).toEqual(['photo', 'proof', 'x', new Date(0)]);
  expect(later.entries()[0]?.input).toBeUndefined();
});

it('rejects and stores nothing when a file cannot be read', async () => {
  const device = createDevice();
  const tab = device.tab();
  const unreadable = Object.assign(fileOf('x'), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
  await expect(tab.queue.add(act, { unreadable }, options('note'))).rejects.toThrow('gone');
  await tab.queue.read();
  expect([device.tried, tab.now()]).toEqual([[], []]);
});

it('rejects a write above the limit of one write', async () => {
  const device = createDevice();
  const tab = device.tab();
  await expect(tab.queue.add(act, [large(limits.kept.write), large(1)], options('note'))).rejects.toThrow('Too large to be kept');
  await tab.queue.read();
  expect([device.tried, tab.now()]).toEqual([[], []]);
});

it('rejects a write above the limit of the device over all guards, until an entry is dismissed', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  const tab = device.tab();
  const most = limits.kept.device / limits.kept.write;
  for (let count = 1; count <= most; count++) {
    void tab.queue.add(act, large(limits.kept.write), options(`${count}`));
    await waitUntil(() => tab.now()[count - 1] === `${count}: on device`);
  }
  device.state.guard = 'bo';
  const other = device.tab();
  await expect(other.queue.add(act, large(1), options('other'))).rejects.toThrow('No room');
  void other.queue.add(act, 'no file', options('plain'));
  await waitUntil(() => other.now().join() === 'plain: on device');
  device.state.guard = 'ada';
  await tab.queue.dismiss('key-of-1');
  device.state.guard = 'bo';
  void other.queue.add(act, large(1), options('other'));
  await waitUntil(() => other.now().join() === 'plain: on device,other: on device');
});

it('counts a refused entry once when it is added again', async () => {
  const device = createDevice();
  const tab = device.tab();
  device.answers(() => refusal(409));
  const most = limits.kept.device / limits.kept.write;
  for (let count = 1; count <= most; count++) await tab.queue.add(act, large(limits.kept.write), options(`${count}`));
  await expect(tab.queue.add(act, large(1), options('next'))).rejects.toThrow('No room');
  device.answers(() => null);
  expect(await tab.queue.add(act, large(limits.kept.write), options('1'))).toMatchObject({ ok: true });
});

it('does not count the files of sent entries', async () => {
  const device = createDevice();
  const tab = device.tab();
  const most = limits.kept.device / limits.kept.write;
  for (let count = 1; count <= most; count++) await tab.queue.add(act, large(limits.kept.write), options(`${count}`));
  expect(await tab.queue.add(act, large(1), options('next'))).toMatchObject({ ok: true });
});

async function openWhileReading() {
  const device = createDevice();
  device.state.isOnline = false;
  const tab = device.tab();
  void tab.queue.add(act, fileOf('photo'), options('note'));
  await waitUntil(() => tab.now()[0] === 'note: on device');
  const reading = createDeferred<ArrayBuffer>();
  const read = jest.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValue(reading.promise);
  device.state.isOnline = true;
  const hurried = tab.queue.sendNow();
  await waitUntil(() => read.mock.calls.length > 0);
  return { device, tab, reading, read, hurried };
}

it('does not send an entry that is dismissed while its files are read', async () => {
  const { device, tab, reading, read, hurried } = await openWhileReading();
  void tab.queue.dismiss('key-of-note');
  await flushTasks();
  reading.end(new ArrayBuffer(5));
  await hurried;
  read.mockRestore();
  await flushTasks();
  expect([device.tried, tab.now()]).toEqual([[], []]);
});

it('reports progress in each tab and to the caller, and starts again with each try', async () => {
  const device = createDevice();
  const answer = createDeferred<unknown>();
  let progress: CallOptions['onProgress'];
  device.answers((_tried, { onProgress }) => {
    progress = onProgress;
    return answer.promise;
  });
  const [tab, other] = [device.tab(), device.tab()];
  const progressOfCaller: number[] = [];
  void tab.queue.add(act, fileOf('photo'), options('note', { onProgress: (share) => progressOfCaller.push(share) }));
  await waitUntil(() => other.now()[0] === 'note: sending');
  for (const share of [0.251, 0.259, 0.5]) progress?.(share);
  for (const one of [tab, other]) expect(one.entries()[0]).toMatchObject({ state: 'sending', progress: 0.5, bytes: 5 });
  expect(progressOfCaller).toEqual([0, 0.251, 0.5]);
  answer.end(refusal(503));
  await waitUntil(() => tab.now()[0] === 'note: on device');
  expect(tab.entries()[0]).not.toHaveProperty('progress');
  device.answers(() => createDeferred<null>().promise);
  void tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'note: sending');
  expect(tab.entries()[0]).toMatchObject({ progress: 0 });
});

it.each(['the tab that sends it', 'another one'])('aborts the request when the entry is dismissed in %s', async (where) => {
  const device = createDevice();
  const signals: (AbortSignal | undefined)[] = [];
  device.answers((_tried, { signal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('canceled'))));
  });
  const [tab, other] = [device.tab(), device.tab()];
  const result = tab.queue.add(act, fileOf('photo'), options('note', { order: 's' }));
  await waitUntil(() => other.now()[0] === 'note: sending');
  await (where === 'another one' ? other : tab).queue.dismiss('key-of-note');
  expect(await result).toMatchObject({ ok: false, error: { message: 'dismissed' } });
  await flushTasks();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  expect([tab.now(), other.now(), tab.reports]).toEqual([[], [], []]);
  device.answers(() => null);
  expect((await tab.queue.add(act, 'next', options('next', { order: 's' }))).ok).toBe(true);
});

it('stores the row fields of a call, so that files in lists are sent after a reload', async () => {
  const device = createDevice();
  const calls: object[] = [];
  device.answers((_tried, _options, endpoint) => void calls.push(endpoint));
  const rows = { ...act, body: 'multipart', jsonRows: { proofs: 'proofFile' } } as Endpoint<unknown, unknown>;
  await device.tab().queue.add(rows, { proofs: [{ file: fileOf('proof') }] }, options('note'));
  expect(calls).toMatchObject([{ body: 'multipart', jsonRows: { proofs: 'proofFile' } }]);
});

it('does not send an entry when the session changes while its files are read', async () => {
  const { device, tab, reading, read, hurried } = await openWhileReading();
  device.state.guard = 'bo';
  reading.end(new ArrayBuffer(5));
  await hurried;
  read.mockRestore();
  await flushTasks();
  expect(device.tried).toEqual([]);
  device.state.guard = 'ada';
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'note: sent');
});

it('fails without sending when the device has lost the files', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  const tab = device.tab();
  void tab.queue.add(act, fileOf('photo'), options('note'));
  await waitUntil(() => tab.now()[0] === 'note: on device');
  const read = jest.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  device.state.isOnline = true;
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'note: failed');
  read.mockRestore();
  expect(tab.entries()[0]?.failure?.userMessage).toBe('This device can no longer read its files, so it was not sent.');
  expect(device.tried).toEqual([]);
  await tab.queue.retry('key-of-note');
  await waitUntil(() => tab.now()[0] === 'note: sent');
});
