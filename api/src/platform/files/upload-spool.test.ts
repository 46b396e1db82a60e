import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { fileOf, pictureBytes } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';
import { currentServices } from '../context';
import { tempFolder } from './file-storage';
import { deleteStaleSpoolFiles, type UploadSpool, withSpooledUpload } from './upload-spool';

const api = testApi();
let kit: ReturnType<typeof registrationCalls>;
let guard: TestGuard;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  guard = await api.guard({ step: 'registration' });
});

const folder = tempFolder;
const arriving = () => (existsSync(folder()) ? readdirSync(folder()) : []);
async function* pieces(count: number, bytes: number) {
  for (let piece = 0; piece < count; piece++) yield Buffer.alloc(bytes, piece);
}
const wanted = () => false;

it('stores a large file on the disk until its call ends, and reads it from there', async () => {
  const read = async ({ keep }: UploadSpool) => {
    const [large, small] = [await keep(pieces(30, 50_000), wanted), await keep(pieces(1, 50_000), wanted)];
    expect([large.size, small.size]).toEqual([1_500_000, 50_000]);
    expect(arriving()).toHaveLength(1);
    return large;
  };
  await withSpooledUpload('guard', read, async (large) => {
    expect(Buffer.from(await new File([large], 'a').arrayBuffer()).equals(readFileSync(join(folder(), arriving()[0] ?? '')))).toBe(true);
  });
  expect(arriving()).toEqual([]);
});

it('deletes the file when the call fails, and when the file is no longer wanted', async () => {
  const read = async ({ keep }: UploadSpool) => {
    let left = 3;
    await keep(pieces(30, 50_000), () => left-- <= 0);
  };
  const failing = withSpooledUpload('guard', read, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(arriving()).toEqual([]);
});

it('leaves only the stored pictures of a call, and no temporary file', async () => {
  const large = await pictureBytes({ format: 'jpeg', width: 1_200, height: 900, isNoise: true });
  expect(large.length).toBeGreaterThan(200_000);
  expect((await kit.save(guard, { profileImage: fileOf(large) })).errors).toBeUndefined();
  expect(await kit.stored((await kit.seen(guard)).profileImage, guard)).toMatchObject({ format: 'jpeg', width: 1_200 });
  expect(arriving()).toEqual([]);
});

it('deletes the files of a killed process after an hour', async () => {
  mkdirSync(folder(), { recursive: true });
  for (const [name, minutes] of [
    ['old', 61],
    ['new', 59],
  ] as const) {
    writeFileSync(join(folder(), name), 'left behind');
    const seconds = systemClock.now().getTime() / 1000 - minutes * 60;
    utimesSync(join(folder(), name), seconds, seconds);
  }
  await deleteStaleSpoolFiles();
  expect(arriving()).toEqual(['new']);
});

describe('the room for uploads', () => {
  const guardLimits = () => currentServices().uploads.lanes.guard.limits;
  let before: ReturnType<typeof guardLimits>;
  beforeEach(() => {
    before = { ...guardLimits() };
  });
  afterEach(() => Object.assign(guardLimits(), before));

  it('is used in the order of arrival, and an upload larger than the limit runs alone', async () => {
    Object.assign(guardLimits(), { most: 10, mostArrived: 100 });
    const order: string[] = [];
    const act = (name: string, bytes: number) =>
      withSpooledUpload(
        'guard',
        async ({ reserve }) => reserve(bytes),
        async () => {
          order.push(`${name} begins`);
          await pause(20);
          order.push(`${name} ends`);
        },
      );
    await Promise.all([act('a', 6), act('b', 4), act('c', 50), act('d', 1)]);
    expect(order).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'c begins', 'c ends', 'd begins', 'd ends']);
  });

  it('is limited with a message, and a repeated upload succeeds afterwards', async () => {
    Object.assign(guardLimits(), { most: 10, mostArrived: 1 });
    const refused = await kit.save(guard);
    expect(refused).toMatchObject({
      code: 503,
      userMessage: 'Many files are being sent to us at the moment. Please try again in a minute.',
    });
    Object.assign(guardLimits(), before);
    expect((await kit.save(guard)).code).toBe(200);
  });
});
