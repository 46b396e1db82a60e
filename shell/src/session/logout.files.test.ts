import { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitFor } from '@testing-library/react';
import { createSessionStore } from './store';
import { openLogout, outboxOf } from './testLogout';

const open = (...given: Parameters<typeof openLogout> extends [unknown, ...infer Rest] ? Rest : never) => openLogout(guard(), ...given);

afterEach(() => createSessionStore().clear());

it('asks about pictures in its own words', async () => {
  mockEndpoint(endpoint, null);
  const { questions, run } = open([true, true], { pictures: [guard().id] });
  await run();
  expect(questions[1]).toEqual({
    title: 'Keep your pictures on this phone?',
    body: 'Pictures of your documents that you chose and have not sent are kept here, so that you can go on later. On a device that others use, remove them.',
    confirm: 'Remove them',
    cancel: 'Keep on this phone',
    danger: true,
  });
});

it('names every file that waits, and none that was sent', async () => {
  mockEndpoint(endpoint, null);
  const outbox = outboxOf(
    { what: 'Photo', bytes: 5 },
    { what: 'Gone', bytes: 5, state: 'sent' },
    { what: 'Note', bytes: 1, state: 'failed' },
  );
  const { questions, run } = open([true, true], { outbox });
  await run();
  expect(questions[1]).toEqual({
    title: 'Keep your files on this phone?',
    body: 'Files that you have not sent are kept here, so that they go out later. If you remove them, these are never sent: “Photo”, “Note”. On a device that others use, remove them.',
    confirm: 'Remove them',
    cancel: 'Keep on this phone',
    danger: true,
  });
  expect(outbox.current().map(({ what }) => what)).toEqual(['Gone']);
});

it('asks about no files that were sent, or that wait without any', async () => {
  mockEndpoint(endpoint, null);
  const { questions, run } = open([true], { outbox: outboxOf({ bytes: 5, state: 'sent' }, { what: 'Break' }) });
  await run();
  expect(questions).toHaveLength(1);
});

it('removes the pictures with the files, and no pictures where there are none', async () => {
  mockEndpoint(endpoint, null);
  const both = open([true, true], { outbox: outboxOf({ bytes: 5 }), pictures: [guard().id] });
  await both.run();
  expect(both.pictures).toEqual([]);
  const dropPictures = jest.fn(async () => undefined);
  const files = open([true, true], { outbox: outboxOf({ bytes: 5 }), device: { dropPictures } });
  await files.run();
  expect(dropPictures).not.toHaveBeenCalled();
});

it('waits until every file is off the device before it goes to login', async () => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const ends: (() => void)[] = [];
  const asked: string[] = [];
  const outbox = {
    ...outboxOf(...['one', 'two', 'break'].map((key) => ({ key, ...(key !== 'break' && { bytes: 5 }) }))),
    remove: (guardId: string, key: string) => {
      asked.push(`${key} of ${guardId}`);
      return new Promise<void>((end) => ends.push(end));
    },
  };
  const { session, toasts, moves, run } = open([true, true], { outbox });
  const done = run();
  await waitFor(() => expect(asked).toEqual([`one of ${guard().id}`, `two of ${guard().id}`]));
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.token()).toBe('abc');
  ends[1]?.();
  await done;
  expect([moves.at(-1), toasts]).toEqual(['/guard/login', [['success', 'Goodbye.']]]);
});

it('removes pictures where nothing waits with a file, without an error', async () => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const { pictures, toasts, run } = open([true, true], { outbox: outboxOf({ what: 'Break' }), pictures: [guard().id] });
  await run();
  expect([pictures, toasts]).toEqual([[], [['success', 'Goodbye.']]]);
});

it('waits until the pictures are removed before it goes to login', async () => {
  mockEndpoint(endpoint, null);
  let end: () => void = () => undefined;
  const dropPictures = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  const { session, moves, questions, run } = open([true, true], { pictures: [guard().id], device: { dropPictures } });
  const done = run();
  await waitFor(() => expect(questions).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve));
  expect([session.token(), moves]).toEqual(['abc', [`/guard/myprofile/${guard().id}`]]);
  end();
  await done;
  expect([session.token(), moves.at(-1)]).toEqual([null, '/guard/login']);
});

it('leaves where what the forms keep cannot be loaded or asked; files are asked about all the same', async () => {
  mockEndpoint(endpoint, null);
  const nothing = open([true], { device: null });
  await nothing.run();
  expect([nothing.questions.length, nothing.moves.at(-1)]).toEqual([1, '/guard/login']);
  const broken = open([true], { device: { hasPictures: () => Promise.reject(new Error('no device')) } });
  await broken.run();
  expect([broken.questions.length, broken.moves.at(-1)]).toEqual([1, '/guard/login']);
  const outbox = outboxOf({ what: 'Photo', bytes: 5 });
  const files = open([true, true], { device: null, outbox });
  await files.run();
  expect([files.questions[1]?.title, outbox.current(), files.moves.at(-1)]).toEqual(['Keep your files on this phone?', [], '/guard/login']);
});

it('asks about nothing of a guard whom this page does not know', async () => {
  const mocked = mockEndpoint(endpoint, null);
  const { session, questions, pictures, run } = open([true], { pictures: [guard().id], outbox: outboxOf({ bytes: 5 }) });
  session.end();
  await run();
  expect([questions.length, pictures, mocked.calls]).toEqual([1, [guard().id], [{ refreshToken: '' }]]);
});

it('asks about no pictures where there are none', async () => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const { questions, moves, run } = open([true], { pictures: ['another'] });
  await run();
  expect(questions).toHaveLength(1);
  expect(moves.at(-1)).toBe('/guard/login');
});
