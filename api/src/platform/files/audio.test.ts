// Needs a separate jest file: it measures how busy its thread is.
import '../../../test/services';
import { performance } from 'node:perf_hooks';
import { audioMessages } from '@portal/contracts/_kernel/upload';
import { makeDecoderBomb, recordings } from '../../../test/recordings';
import { Recording, remuxAudio } from './audio';

const fileOf = (bytes: Uint8Array, name = 'note', type = '') => new File([new Uint8Array(bytes)], name, { type });
const text = (words: string) => Buffer.from(words);
const made = async (bytes: Uint8Array, name?: string, type?: string) => {
  const read = await remuxAudio(fileOf(bytes, name, type));
  if (!('file' in read) || !(read.file instanceof Recording)) throw new Error(JSON.stringify(read));
  return read.file;
};

it.each([
  ['webm', 'audio/webm'],
  ['ogg', 'audio/webm'],
  ['m4a', 'audio/mp4'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
] as const)('recognises %s by its bytes, ignores its name and type, and counts its seconds', async (kind, type) => {
  const recording = await made(await recordings[kind](3), 'photo.png', 'image/png');
  expect(recording.type).toBe(type);
  expect(Math.abs(recording.seconds - 3)).toBeLessThan(0.1);
  expect((await made(new Uint8Array(await recording.arrayBuffer()))).seconds).toBeCloseTo(recording.seconds, 1);
});

it('removes the metadata of a recording', async () => {
  const bytes = await recordings.m4a(1);
  expect(Buffer.from(bytes).includes('43.6532')).toBe(true);
  expect(Buffer.from(await (await made(bytes)).arrayBuffer()).includes('43.6532')).toBe(false);
});

it('plays a truncated recording up to its end', async () => {
  const bytes = await recordings.webm(4);
  expect((await made(bytes.subarray(0, bytes.length / 2))).seconds).toBeLessThan(4);
});

it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['an empty file', () => text(''), audioMessages.empty],
  ['an HTML page', () => text('<!doctype html><script>alert(1)</script>'), audioMessages.notAudio],
  ['an executable', () => Buffer.concat([text('MZ\x90\x00\x03'), Buffer.alloc(2000, 0xcc)]), audioMessages.notAudio],
  ['a header without sound', async () => (await recordings.webm(2)).subarray(0, 200), audioMessages.empty],
  ['noise', () => Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)), audioMessages.notAudio],
  ['an hour', () => recordings.webm(3600, 1), audioMessages.tooLong],
  ['ten minutes and two seconds', () => recordings.mp3(602), audioMessages.tooLong],
])('rejects %s with a message', async (_what, bytes, problem) =>
  expect(await remuxAudio(fileOf(await bytes(), 'note.webm', 'audio/webm'))).toEqual({ problem }),
);

it.each([200, 1000])(
  'rejects a table that claims %i,000 samples before the deadline, without blocking the event loop',
  async (thousands) => {
    const bytes = await makeDecoderBomb(thousands);
    expect(bytes.length).toBeLessThan(10_000);
    const before = performance.eventLoopUtilization();
    const read = await remuxAudio(fileOf(bytes));
    const { utilization } = performance.eventLoopUtilization(before);
    expect(read).toEqual({ problem: 'Reading this recording took too long. Please record it here, or choose another file.' });
    // Reading in this thread would have used all of its time. A busy machine delays this thread too.
    expect(utilization).toBeLessThan(0.6);
  },
);
