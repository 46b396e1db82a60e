import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { enoteJobs, readEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { staffEnote, staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { staffMedia } from '@portal/contracts/media/media.staff';
import { BEFORE, bearerHeader, createNoterOnShift, DURING, makeSound, type NoteCalls, noteCalls } from '../../../test/enotes';
import { makePicture } from '../../../test/pictures';
import { arrangeShift, type ExtraInput, type GivenShift, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { STAFF_TOKEN } from '../../../test/test-env';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: NoteCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createNoterOnShift(api));
});

describe('reading', () => {
  it('[API-COMM-03, API-COMM-04, ENOTES-13, ENOTES-14] takes jobId, searchBy, limit 10 and page, newest first', async () => {
    for (let count = 1; count <= 12; count++) {
      api.clock.advance({ minutes: 1 });
      await me.write({ title: `Patrol ${count}`, at: api.clock.now().toISOString() });
    }
    const titles = async (extra: ExtraInput) => (await me.list(extra)).docs.map(({ title }) => title);
    const first = await me.list({ limit: 10 });
    expect([first.total, first.docs.length, first.docs[0]?.title]).toEqual([12, 10, 'Patrol 12']);
    expect((await me.list()).docs).toHaveLength(10);
    expect(await titles({ page: 2, limit: 10 })).toEqual(['Patrol 2', 'Patrol 1']);
    expect(await titles({ page: 3, limit: 4 })).toEqual(['Patrol 4', 'Patrol 3', 'Patrol 2', 'Patrol 1']);
    expect(await titles({ searchBy: 'patrol 7' })).toEqual(['Patrol 7']);
    expect(await titles({ searchBy: '%' })).toEqual([]);
    const elsewhere = noteCalls(
      api,
      guard,
      (await arrangeShift(api, guard, { jobTitle: 'Hall watch', start: '21:00', end: '23:00' })).jobId,
    );
    api.clock.set('2027-03-11T02:30:00.000Z');
    await elsewhere.write({ title: 'Patrol of the hall', at: api.clock.now().toISOString() });
    expect([(await elsewhere.list()).docs.map(({ title }) => title), (await me.list()).total]).toEqual([['Patrol of the hall'], 12]);
    expect(await titles({ searchBy: 'hall' })).toEqual([]);
  });

  it('[API-COMM-06] one note, by its id alone', async () => {
    for (const title of ['Gate found open', 'Gate shut']) {
      await me.write({ title });
      api.clock.advance({ minutes: 1 });
    }
    const { docs } = await me.list();
    expect(docs.map(({ title }) => title)).toEqual(['Gate shut', 'Gate found open']);
    for (const note of docs) expect((await me.call(readEnote, { id: note.id })).data).toEqual(note);
  });

  it('[API-COMM-05, ENOTES-12, ENOTES-15] the jobs take pageNumber: the running one, then the last started, then the next ones, ten a page', async () => {
    api.clock.set(BEFORE);
    const [coming, before] = [
      await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-20', '2027-03-22'] }),
      await arrangeShift(api, guard, { jobTitle: 'Dawn watch', start: '11:00', end: '11:30' }),
    ];
    api.clock.set(DURING);
    await shiftCalls(api, guard, given).start();
    await me.write();
    const { docs, total } = (await me.call(enoteJobs, {})).data;
    expect([total, docs.map(({ jobId }) => jobId)]).toEqual([3, [given.jobId, before.jobId, coming.jobId]]);
    expect(docs[0]).toMatchObject({
      jobTitle: 'Gate watch',
      isWorked: true,
      shiftId: given.shiftId,
      shifts: 1,
      notes: 1,
      lastNoteAt: DURING,
    });
    expect(docs[2]).toMatchObject({ shifts: 2, firstDay: '2027-03-20', lastDay: '2027-03-22', notes: 0, lastNoteAt: null });
    expect(docs[0]?.location).toMatchObject({ locationName: expect.any(String), lat: expect.any(Number) });
    for (let day = 1; day <= 9; day++) await arrangeShift(api, guard, { dates: [`2027-04-0${day}`] });
    const page = async (pageNumber: number) => (await me.call(enoteJobs, { pageNumber })).data;
    expect([(await page(1)).docs.length, (await page(2)).docs.length, (await page(2)).total]).toEqual([10, 2, 12]);
    const { body } = await api.request('/v1/e-note/guard/jobs?pageNumber=2', { headers: bearerHeader(guard) });
    expect(body).toMatchObject({ code: 200, data: await page(2) });
  });

  it('staff list and read the notes of any job, and its files', async () => {
    const { data } = await me.write({ type: 2, file: await makeSound() });
    const { docs } = (await api.call(staffEnotes, { jobId: given.jobId } as never)).data;
    expect(docs).toMatchObject([{ id: data.id, guardId: { firstName: 'Ada' } }]);
    expect((await api.call(staffEnote, { id: data.id })).data).toEqual(docs[0]);
    const staffFile = await fetch(`${api.url}${fullPath(staffMedia)}?filename=${docs[0]?.file}`, {
      headers: { authorization: `Bearer ${STAFF_TOKEN}` },
    });
    expect([staffFile.status, staffFile.headers.get('content-type')]).toEqual([200, 'audio/webm']);
    expect((await fetch(`${api.url}${fullPath(staffMedia)}?filename=${docs[0]?.file}`, { headers: bearerHeader(guard) })).status).toBe(401);
  });

  it('the shift’s record has the notes of the shift, and none of another shift', async () => {
    await me.write({ type: 2, file: await makeSound(3), photo: await makePicture() });
    const working = shiftCalls(api, guard, given);
    const noted = {
      title: 'Gate found open',
      description: 'Closed it again.',
      at: '2027-03-10T18:25:00.000Z',
      receivedAt: DURING,
      guard: 'Ada Roy',
      seconds: expect.closeTo(3, 1),
      hasPhoto: true,
      withinMs: null,
    };
    expect((await working.record()).enotes).toEqual([noted]);
    expect((await working.shown()).shift?.enotes).toEqual([noted]);
    const other = await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-11'] });
    expect((await shiftCalls(api, guard, other).record()).enotes).toEqual([]);
  });
});

describe('a recording in parts', () => {
  it('a player may seek: replies the bytes of the range, and the full size when it is beyond the end', async () => {
    await me.write({ type: 2, file: await makeSound(3) });
    const name = (await me.list()).docs[0]?.file ?? '';
    const whole = Buffer.from(await (await me.file(name)).arrayBuffer());
    const part = async (range: string) => {
      const reply = await me.file(name, { ...bearerHeader(guard), range });
      return [reply.status, reply.headers.get('content-range'), Buffer.from(await reply.arrayBuffer())];
    };
    const end = whole.length - 1;
    expect(await part('bytes=10-19')).toEqual([206, `bytes 10-19/${whole.length}`, whole.subarray(10, 20)]);
    expect(await part('bytes=100-')).toEqual([206, `bytes 100-${end}/${whole.length}`, whole.subarray(100)]);
    expect(await part('bytes=-7')).toEqual([206, `bytes ${end - 6}-${end}/${whole.length}`, whole.subarray(-7)]);
    expect(await part('bytes=0-99999999')).toEqual([206, `bytes 0-${end}/${whole.length}`, whole]);
    expect(await part('lines=1-2')).toEqual([200, null, whole]);
    expect((await part('bytes=99999999-')).slice(0, 2)).toEqual([416, `bytes */${whole.length}`]);
  });
});
