import { uploadMessages } from '@portal/contracts/_kernel/upload';
import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { sql } from 'kysely';
import sharp from 'sharp';
import { createNoterOnShift } from '../../../test/enotes';
import { fileOf, makePicture, pictureBytes } from '../../../test/pictures';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { uploadedKbPerGuard } from '../http/register-routes';
import { reencodeImage } from './images';
import { withSpooledUpload } from './upload-spool';

const api = testApi();
beforeEach(() => sql`delete from rate_limits`.execute(db()));

const application = (at: number, file: File) => ({ name: 'Zoë Roy', email: `zoe.${at}@example.com`, phone: '4165550134', file });
const apply = (at: number, file: File, address = `198.51.100.${at}`) =>
  api.call(applyForOpening, application(at, file) as never, { headers: { 'x-forwarded-for': address } });

it('rejects pictures of 50 megapixels from visitors before decoding them, and saves a guard’s upload at the same time', async () => {
  const { me } = await createNoterOnShift(api);
  const bomb = fileOf(await pictureBytes({ width: 7_071, height: 7_071, format: 'jpeg' }), 'cv.jpg', 'image/jpeg');
  const refused = Promise.all(Array.from({ length: 12 }, (_, at) => apply(at, bomb)));
  expect(await me.write({ photo: await makePicture() })).toMatchObject({ code: 200 });
  for (const reply of await refused) expect(reply).toMatchObject({ code: 400, errors: { file: uploadMessages.tooManyPixels } });
});

it('decodes a guard’s picture while pictures of visitors are queued', async () => {
  const small = await pictureBytes();
  const large = await pictureBytes({ width: 2_000, height: 2_000, format: 'png', isNoise: true });
  const done: string[] = [];
  const visitors = Array.from({ length: 4 }, () =>
    reencodeImage(new Blob([new Uint8Array(large)]), 'visitor').then(() => done.push('visitor')),
  );
  await reencodeImage(new Blob([new Uint8Array(small)]), 'guard').then(() => done.push('guard'));
  expect(done).toEqual(['guard']);
  await Promise.all(visitors);
});

it('admits a guard’s upload while visitors use all of their room', async () => {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const visitor = (bytes: number, act: () => Promise<void>) => withSpooledUpload('visitor', async ({ reserve }) => reserve(bytes), act);
  const visitors = [visitor(64 * 1024 * 1024, () => left), visitor(1024, async () => {})];
  let isAdmitted = false;
  await withSpooledUpload(
    'guard',
    async ({ reserve }) => reserve(1024),
    async (hasRoom) => {
      isAdmitted = hasRoom;
    },
  );
  expect(isAdmitted).toBe(true);
  leave();
  await Promise.all(visitors);
});

it('counts a visitor’s application before it decodes the file', async () => {
  const broken = fileOf(Buffer.from('not a picture'));
  for (let at = 0; at < 20; at++) expect((await apply(at, broken, '198.51.100.7')).code).toBe(400);
  expect(await apply(20, await makePicture(), '198.51.100.7')).toMatchObject({ code: 429 });
});

it('makes a large JPEG smaller, also when it is rotated', async () => {
  const [upright, turned] = await Promise.all(
    [undefined, 6].map((orientation) => pictureBytes({ width: 6_000, height: 4_000, format: 'jpeg', ...(orientation && { orientation }) })),
  );
  for (const [bytes, size] of [
    [upright, { width: 2_400, height: 1_600 }],
    [turned, { width: 1_600, height: 2_400 }],
  ] as const) {
    const read = await reencodeImage(new Blob([new Uint8Array(bytes as Buffer)]), 'guard');
    expect('file' in read && (await sharp(await read.file.arrayBuffer()).metadata())).toMatchObject(size);
  }
});

it.each([
  ['jpeg', 1, 7_200, true],
  ['jpeg', 6, 7_200, true],
  ['webp', 1, 4_800, true],
  ['png', 1, 7_200, false],
] as const)(
  'decodes a %s of orientation %i and a width of %i at a smaller scale while it loads: %s',
  async (format, orientation, width, isShrunk) => {
    const bytes = await pictureBytes({ width, height: 400, format, orientation, isNoise: true });
    const read = await reencodeImage(new Blob([new Uint8Array(bytes)]), 'guard');
    if (!('file' in read)) throw new Error(read.problem);
    // The same picture decoded at full scale and then resized. A decoder that reads at a smaller scale gets other pixels.
    const { data, info } = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const whole = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const shrunk = whole.resize({ width: 2_400, height: 2_400, fit: 'inside' });
    const expected = await sharp(await shrunk.toFormat(format, format === 'png' ? {} : { quality: 88 }).toBuffer())
      .raw()
      .toBuffer();
    const pixels = await sharp(await read.file.arrayBuffer())
      .raw()
      .toBuffer();
    expect(pixels.length).toBe(expected.length);
    expect(pixels.equals(expected)).toBe(!isShrunk);
  },
);

it('rejects a guard’s upload above the hourly limit of bytes with a message and Retry-After, and accepts it after that time', async () => {
  const { me } = await createNoterOnShift(api);
  const photo = await makePicture();
  expect((await me.write({ photo }, 'enote-quota-1')).code).toBe(200);
  await sql`update rate_limits set count = ${uploadedKbPerGuard.max} where bucket = ${uploadedKbPerGuard.bucket}`.execute(db());
  const refused = await me.write({ photo }, 'enote-quota-2');
  expect(refused).toMatchObject({ code: 429, message: uploadMessages.tooMuchInAnHour(3600) });
  expect((await me.list()).docs).toHaveLength(1);
  api.clock.advance({ hours: 1 });
  expect((await me.write({ photo }, 'enote-quota-2')).code).toBe(200);
  expect((await me.list()).docs).toHaveLength(2);
});
