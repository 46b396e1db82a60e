import type { Input } from '@portal/contracts/_kernel/endpoint';
import { site } from '@portal/contracts/_kernel/site';
import { toWire } from '@portal/contracts/_kernel/wire';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { createTicket, listTickets, ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { sql } from 'kysely';
import { fileOf, makePicture, pictureBytes } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { arrangeShift } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

const api = testApi();
let guard: TestGuard;
let jobId: string;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
  ({ jobId } = await arrangeShift(api, guard, { jobTitle: 'Gate watch' }));
});

type Ticket = Input<typeof createTicket>;
const ticket = async (change: Partial<Ticket> = {}): Promise<Ticket> => ({
  ticketType: 4,
  jobId,
  ticketTitle: 'Pay of last week',
  description: 'Two hours are missing.',
  images: [await makePicture({}, 'slip.png')],
  ...change,
});
const create = async (change: Partial<Ticket> = {}, key?: string) =>
  api.call(createTicket, await ticket(change), { token: guard.token, ...(key && { headers: { 'idempotency-key': key } }) });
const list = async (input: Input<typeof listTickets> = {} as never, by = guard) =>
  (await api.call(listTickets, input, { token: by.token })).data;
const first = async () => (await list()).docs[0] as NonNullable<Awaited<ReturnType<typeof list>>['docs'][number]>;
const detail = (id: string, by = guard) => api.call(ticketDetail, { id }, { token: by.token });

describe('a new ticket', () => {
  it('[API-COMM-12, API-COMM-13, AUTHZ-37] is sent as parts with repeated images, and answered with code and message', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ jobId, ticketTitle: 'Pay', ticketType: '4', description: 'Two hours' }))
      form.append(name, value);
    for (const name of ['one.png', 'two.png', 'three.png']) form.append('images', await makePicture({}, name));
    const reply = await api.request('/v1/guards/ticket', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${guard.token}` },
    });
    expect(reply.body).toMatchObject({ code: 200, message: 'We received your ticket and will reply here.' });
    const sent = { jobId: { id: jobId }, ticketTitle: 'Pay', ticketType: 4, description: 'Two hours' };
    expect(await first()).toMatchObject({ ...sent, imageNames: ['one.png', 'two.png', 'three.png'] });
    expect((await first()).images).toHaveLength(3);
    expect([...(toWire(createTicket, await ticket()).body as FormData).keys()].sort()).toEqual(
      ['description', 'images', 'jobId', 'ticketTitle', 'ticketType'].sort(),
    );
  });

  it.each([3, 4, 5])(
    '[REPORTISSUE-38/3] of type %i may be about no job: an empty jobId is accepted, listed and answered',
    async (ticketType) => {
      expect((await create({ ticketType, jobId: '' })).code).toBe(200);
      const stored = await first();
      expect(stored).toMatchObject({ ticketType, jobId: { id: '', jobTitle: 'No job' } });
      expect((await list({ searchBy: 'last week' } as never)).total).toBe(1);
      const waiting = (await api.call(openTickets, {})).data;
      expect(waiting.find(({ id }) => id === stored.id)).toMatchObject({ jobId: { jobTitle: 'No job' } });
      expect((await api.call(answerTicket, { ticketId: stored.id, response: 'It is paid.' })).data.response).toHaveLength(1);
      expect((await detail(stored.id)).data.jobId).toEqual({ id: '', jobTitle: 'No job' });
    },
  );

  it.each([0, 1, 2])('[REPORTISSUE-07, REPORTISSUE-38/3] of type %i needs a job', async (ticketType) => {
    expect(await create({ ticketType, jobId: '' })).toMatchObject({ code: 400, errors: { jobId: 'Please select job' } });
  });

  it('[DATA-COMM-10, DATA-COMM-11, DATA-COMM-12, DATA-COMM-13] is read again with its text, date, pictures and job', async () => {
    await create();
    const stored = await first();
    expect(stored).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ticketTitle: 'Pay of last week',
      ticketType: 4,
      description: 'Two hours are missing.',
      ticketDate: '2027-03-10T15:00:00.000Z',
      images: [expect.stringMatching(/^[0-9a-f]{32}\.png$/)],
      imageNames: ['slip.png'],
      jobId: { id: jobId, jobTitle: 'Gate watch' },
      response: [],
    });
    const pictures = registrationCalls(api);
    expect(await pictures.stored(stored.images[0], guard)).toMatchObject({ format: 'png', width: 60, height: 40 });
    expect(await pictures.preview(stored.images[0], await api.guard())).toBe(404);
    api.clock.advance({ minutes: 5 });
    const { jobId: hall } = await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-11'] });
    const radio = { ticketType: 1, ticketTitle: 'Radio', description: 'It is broken.' } as const;
    await create({ ...radio, jobId: hall, images: [await makePicture({}, 'a.png'), await makePicture({}, 'b.png')] });
    const told = { ...radio, ticketDate: '2027-03-10T15:05:00.000Z', imageNames: ['a.png', 'b.png'] };
    const { docs } = await list();
    expect(docs).toMatchObject([{ ...told, jobId: { id: hall, jobTitle: 'Hall watch' } }, stored]);
    expect(new Set(docs.flatMap(({ id, images }) => [id, ...images])).size).toBe(5);
  });

  it('is mailed to staff', async () => {
    await create({ ticketTitle: 'Locker key' });
    const { data } = await api.call(readMailbox, { to: site.supportEmail });
    expect(data.find(({ subject }) => subject.includes('Locker key'))).toMatchObject({
      subject: 'Ticket: Payout/Change payout, Locker key',
      body: expect.stringContaining('Gate watch, 1 pictures\n\nTwo hours are missing.'),
    });
  });

  it('[REPORTISSUE-11, REPORTISSUE-13] names every field that fails, in the order of the checks', async () => {
    const reply = await create({ ticketType: '' as never, jobId: '', ticketTitle: ' ', description: '', images: [] });
    expect(reply).toMatchObject({ status: 400, message: 'Please select ticket type' });
    expect(Object.entries(reply.errors ?? {})).toEqual([
      ['ticketType', 'Please select ticket type'],
      ['jobId', 'Please select job'],
      ['ticketTitle', 'Title is required'],
      ['description', 'Description is required'],
      ['images', 'Please select image'],
    ]);
    expect((await list()).total).toBe(0);
  });

  it('about a job of others is refused, and nothing is stored', async () => {
    const { jobId: others } = await arrangeShift(api, await api.guard());
    const { jobId: applied, shiftIds } = (await api.call(postJob, { jobTitle: 'Hall watch', dates: ['2027-03-12'] } as never)).data;
    await api.call(applyForJob, { userId: guard.id, jobId: applied, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
    const before = api.storedFiles();
    for (const foreign of [others, applied, guard.id])
      expect(await create({ jobId: foreign })).toMatchObject({ status: 403, message: 'This job is not one of yours.' });
    expect([(await list()).total, api.storedFiles()]).toEqual([0, before]);
  });

  it('[REPORTISSUE-15] takes jpg, png, webp and gif, detected by their bytes, and nothing else', async () => {
    const files = await Promise.all(
      (['jpeg', 'png', 'webp', 'gif'] as const).map(async (format) => fileOf(await pictureBytes({ format }), 'a.txt', 'text/plain')),
    );
    expect(await create({ images: files })).toMatchObject({ code: 200 });
    const tiff = fileOf(await pictureBytes({ format: 'tiff' }), 'a.jpg', 'image/jpeg');
    expect(await create({ images: [await makePicture(), tiff, fileOf(Buffer.from('no'))] })).toMatchObject({
      status: 400,
      errors: { 'images[1]': 'Please choose a JPG, PNG, WebP or GIF.', 'images[2]': expect.stringContaining('not a picture') },
    });
  });

  it('[REPORTISSUE-14] has up to 69 pictures, of which two are decoded at a time; the seventieth is refused at the field', async () => {
    const one = await makePicture();
    const many = (count: number) => Array.from({ length: count }, () => one);
    expect(await create({ images: many(69) })).toMatchObject({ code: 200 });
    expect((await first()).images).toHaveLength(69);
    expect(await create({ images: many(70) })).toMatchObject({ status: 400, errors: { images: 'At most 69 pictures.' } });
    expect(await create({ images: many(90) })).toMatchObject({ status: 413 });
  });

  it('two concurrent tickets are both stored; a repeated key stores one ticket with one set of pictures', async () => {
    expect((await Promise.all([create(), create()])).map(({ code }) => code)).toEqual([200, 200]);
    const sent = await ticket();
    const again = () => api.call(createTicket, sent, { token: guard.token, headers: { 'idempotency-key': 'ticket-0001' } });
    expect((await Promise.all([again(), again()])).map(({ code }) => code)).toEqual([200, 200]);
    const { total, docs } = await list();
    expect([total, new Set(docs.flatMap(({ images }) => images)).size]).toEqual([3, 3]);
  });

  it('the database enforces the rules of the service', async () => {
    const insert = (type: number, title: string, images: string[]) =>
      sql`insert into tickets (guard_id, job_id, ticket_type, ticket_title, description, images, created_at)
        values (${guard.id}, ${jobId}, ${type}, ${title}, 'x', ${images}::text[], now())`
        .execute(db())
        .then(() => 'stored', sqlState);
    const one = ['a.png'];
    expect([
      await insert(6, 'x', one),
      await insert(0, '', one),
      await insert(0, 'x', []),
      await insert(
        0,
        'x',
        Array.from({ length: 70 }, () => 'a.png'),
      ),
      await insert(0, 'x', one),
    ]).toEqual(['23514', '23514', '23514', '23514', 'stored']);
  });
});

describe('reading tickets', () => {
  it('[API-COMM-09, API-COMM-10, SHARED-29] replies docs and total, ten a page, latest first, found by searchBy', async () => {
    for (let number = 1; number <= 12; number++) {
      await create({ ticketTitle: `Ticket ${number}` });
      api.clock.advance({ minutes: 1 });
    }
    const page = await list({ limit: 10, page: 1 } as never);
    expect([page.total, page.docs.length, page.docs[0]?.ticketTitle]).toEqual([12, 10, 'Ticket 12']);
    expect((await list({ limit: 10, page: 2 } as never)).docs.map(({ ticketTitle }) => ticketTitle)).toEqual(['Ticket 2', 'Ticket 1']);
    expect((await list()).docs).toHaveLength(10);
    const five = await list({ limit: 5, page: 2 } as never);
    expect(five.docs.map(({ ticketTitle }) => ticketTitle)).toEqual([7, 6, 5, 4, 3].map((number) => `Ticket ${number}`));
    expect((await list({ searchBy: 'ticket 12', limit: 10, page: 1 } as never)).docs.map(({ ticketTitle }) => ticketTitle)).toEqual([
      'Ticket 12',
    ]);
    expect((await list({ searchBy: 'gate', limit: 10, page: 1 } as never)).total).toBe(12);
    expect((await list({ searchBy: '%', limit: 10, page: 1 } as never)).total).toBe(0);
  });

  it('[API-COMM-11] replies one by its id alone', async () => {
    for (const ticketTitle of ['Pay', 'Locker']) {
      await create({ ticketTitle });
      api.clock.advance({ minutes: 1 });
    }
    const { docs } = await list();
    expect(docs.map(({ ticketTitle }) => ticketTitle)).toEqual(['Locker', 'Pay']);
    for (const one of docs) expect(await detail(one.id)).toMatchObject({ code: 200, data: one });
  });

  it('another guard’s ticket is refused like an unknown one', async () => {
    await create();
    const other = await api.guard();
    const { id } = await first();
    const replies = [await detail(id, other), await detail('00000000-0000-4000-8000-000000000404')];
    expect(replies.map(({ status, message }) => [status, message])).toEqual([1, 2].map(() => [404, 'There is no such ticket.']));
    expect((await list(undefined, other)).total).toBe(0);
  });
});

describe('staff', () => {
  const staffAnswer = (ticketId: string, response: string) => api.call(answerTicket, { ticketId, response });

  it('[DATA-COMM-14] answer; the ticket lists the answers in their order, and the guard is notified', async () => {
    await create();
    const { id } = await first();
    await staffAnswer(id, 'We are looking into it.');
    api.clock.advance({ minutes: 30 });
    await create({ ticketTitle: 'Radio' });
    expect((await staffAnswer(id, 'It is paid on Friday.')).code).toBe(200);
    expect((await detail(id)).data.response).toEqual([
      { response: 'We are looking into it.', at: '2027-03-10T15:00:00.000Z' },
      { response: 'It is paid on Friday.', at: '2027-03-10T15:30:00.000Z' },
    ]);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({ title: 'We answered your ticket', description: 'Pay of last week' });
    const told = (await list()).docs.map(({ response }) => response.map((one) => one.response));
    expect(told).toEqual([[], ['We are looking into it.', 'It is paid on Friday.']]);
  });

  it('see open tickets, oldest first, until they are answered', async () => {
    await create({ ticketTitle: 'First' });
    api.clock.advance({ minutes: 1 });
    await create({ ticketTitle: 'Second' });
    const open = async () => (await api.call(openTickets, {})).data.filter(({ guard: who }) => who === guard.id);
    expect((await open()).map(({ ticketTitle }) => ticketTitle)).toEqual(['First', 'Second']);
    await staffAnswer((await open())[0]?.id ?? '', 'Done');
    expect((await open()).map(({ ticketTitle }) => ticketTitle)).toEqual(['Second']);
  });

  it('two concurrent answers are both stored; an answer to no ticket is refused', async () => {
    await create();
    const { id } = await first();
    await Promise.all([staffAnswer(id, 'One'), staffAnswer(id, 'Two')]);
    expect((await detail(id)).data.response.map(({ response }) => response).sort()).toEqual(['One', 'Two']);
    expect(await staffAnswer('00000000-0000-4000-8000-000000000404', 'Three')).toMatchObject({ status: 404 });
    expect(await staffAnswer(id, '  ')).toMatchObject({ status: 400 });
  });
});
