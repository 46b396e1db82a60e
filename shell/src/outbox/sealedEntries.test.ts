/** @jest-environment node */
import 'fake-indexeddb/auto';
import { createKey } from '@portal/device/sealed';
import { openDB } from 'idb';
import { createEntryStore } from './entryStore';
import { deleteDatabase } from './outbox.fixture';
import type { StoredEntry } from './outboxTypes';

afterEach(async () => {
  jest.restoreAllMocks();
  await deleteDatabase();
});

const call = { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' } as const;
const schedule = { order: null, createdAt: '', validUntil: null, state: 'waiting', tries: 0, notBefore: null, isTold: false } as const;
const entry = (key: string, over: Partial<StoredEntry> = {}): Omit<StoredEntry, 'seq'> => ({
  ...schedule,
  guardId: 'ada',
  key,
  call,
  what: 'typed title',
  input: { note: 'typed note', proofs: [{ file: new File(['typed file'], 'typed name.jpg', { type: 'image/jpeg' }) }] },
  bytes: 10,
  ...over,
});

/** A device. The test changes its key, as logout and log-in do. */
async function open(first: CryptoKey | null) {
  const state = { key: first };
  const reports: string[] = [];
  const entries = createEntryStore({ keyOf: async () => state.key, report: (detail) => reports.push(detail) });
  const only = async () => (await entries.of('ada'))[0] as StoredEntry;
  const nextPage = () => createEntryStore({ keyOf: async () => state.key, report: (detail) => reports.push(detail) });
  return { state, reports, entries, only, nextPage };
}

/** All rows with the bytes of their files, as text. */
async function storedText(): Promise<string> {
  const database = await openDB('portal-outbox');
  const rows: unknown[] = await database.getAll('entries');
  database.close();
  const textOf = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return `${(value as Partial<File>).name ?? ''} ${await value.text()}`;
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return Buffer.from(value as Uint8Array).toString('latin1');
    if (typeof value !== 'object' || value === null) return String(value);
    return (await Promise.all(Object.entries(value).map(async ([name, one]) => `${name} ${await textOf(one)}`))).join(' ');
  };
  return textOf(rows);
}

it('stores no typed text, file or reply, in any state', async () => {
  const { entries, only } = await open(await createKey());
  await entries.add(entry('one'));
  await entries.add(entry('two', { state: 'failed' }));
  await entries.add(entry('two', { input: 'typed again' }));
  await entries.change('ada', 'one', (before) => ({ ...before, tries: 1 }));
  expect(await storedText()).not.toContain('typed');
  await entries.put({ ...(await only()), state: 'sent', reply: { message: 'typed reply', data: 'typed data' } });
  expect(await storedText()).not.toContain('typed');
  expect(await entries.of('ada')).toMatchObject([
    { key: 'one', what: 'typed title', tries: 1, state: 'sent', reply: { data: 'typed data' } },
    { key: 'two', input: 'typed again', guardId: 'ada' },
  ]);
});

it('keeps the order of two entries when the first one takes longer to seal', async () => {
  const { entries } = await open(await createKey());
  await Promise.all([entries.add(entry('long', { input: 'x'.repeat(8_000_000) })), entries.add(entry('short', { input: 'x' }))]);
  expect((await entries.of('ada')).map(({ key }) => key)).toEqual(['long', 'short']);
});

it('opens an entry with its files after a log-in with the same key', async () => {
  const key = await createKey();
  const { state, entries, only, nextPage } = await open(key);
  await entries.add(entry('one'));
  state.key = null;
  expect(await only()).toMatchObject({ isShut: true, state: 'waiting', what: 'An entry that this device cannot open yet' });
  state.key = key;
  const opened = (await nextPage().of('ada'))[0] as StoredEntry;
  const { note, proofs } = opened.input as { note: string; proofs: { file: File }[] };
  expect([note, proofs[0]?.file.name, await proofs[0]?.file.text()]).toEqual(['typed note', 'typed name.jpg', 'typed file']);
  expect(opened).not.toHaveProperty('isShut');
});

it.each<[string, () => Promise<unknown>]>([
  ['another key', async () => undefined],
  ['the device lost its file', async () => jest.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone'))],
])('keeps a row that does not open, and reports it once: %s', async (_what, breakIt) => {
  const key = await createKey();
  const { state, reports, entries, nextPage } = await open(key);
  await entries.add(entry('one'));
  if (!(await breakIt())) state.key = await createKey();
  const page = nextPage();
  for (const _look of [1, 2]) expect(await page.of('ada')).toMatchObject([{ key: 'one', isShut: true }]);
  expect(reports).toHaveLength(1);
  jest.restoreAllMocks();
  state.key = key;
  expect(await page.of('ada')).toMatchObject([{ what: 'typed title' }]);
});

it('reads plain rows of an older release, and seals them when the key is there', async () => {
  const { state, entries } = await open(null);
  await entries.add(entry('one'));
  await entries.add(entry('two', { state: 'sent', reply: { message: 'typed reply', data: null } }));
  await entries.sealPlain('ada');
  expect(await storedText()).toContain('typed note');
  state.key = await createKey();
  expect(await entries.of('ada')).toMatchObject([{ what: 'typed title' }, { state: 'sent' }]);
  await entries.sealPlain('ada');
  expect(await storedText()).not.toContain('typed');
  expect(await entries.of('ada')).toMatchObject([
    { seq: 1, what: 'typed title', guardId: 'ada' },
    { seq: 2, reply: { message: 'typed reply' } },
  ]);
});

it('keeps a row sealed when the reply arrives after the logout', async () => {
  const { state, entries, only } = await open(await createKey());
  await entries.add(entry('one'));
  const sending = await only();
  state.key = null;
  await entries.put({ ...sending, state: 'sent', reply: { message: 'typed reply', data: null } });
  expect(await storedText()).not.toContain('typed');
  expect(await only()).toMatchObject({ state: 'sent' });
});

it('does not open a row that was moved to another guard', async () => {
  const { entries } = await open(await createKey());
  await entries.add(entry('one'));
  await entries.of('ada');
  const database = await openDB('portal-outbox');
  const row = await database.get('entries', 1);
  await database.put('entries', { ...row, guardId: 'sealed bo' });
  database.close();
  expect(await entries.of('bo')).toMatchObject([{ isShut: true }]);
});
