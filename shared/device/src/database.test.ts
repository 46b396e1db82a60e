import { emptyDevice } from '@portal/testing/deviceStorage';
import { forceCloseDatabase } from 'fake-indexeddb';
import { createDatabase, type DBSchema } from './database';

interface Notes extends DBSchema {
  notes: { key: string; value: string };
}

const notes = () =>
  createDatabase<Notes>({ name: 'notes', create: (database) => void database.createObjectStore('notes'), durability: 'strict' });
const keep = (text: string, into = notes()) => into.write((transaction) => [transaction.objectStore('notes').put(text, 'first')]);
const all = (from = notes()) => from.transact('readonly', (transaction) => transaction.objectStore('notes').getAll());
const gone = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

const turn = (event: 'pagehide' | 'pageshow', persisted = true) => window.dispatchEvent(new PageTransitionEvent(event, { persisted }));

afterEach(emptyDevice);

it('keeps what was put, for the next one that opens it', async () => {
  await keep('Gate 4');
  expect(await all()).toEqual(['Gate 4']);
});

it('makes way for a later release in another tab, and opens again afterwards', async () => {
  const database = notes();
  await keep('Gate 4');
  expect(await all(database)).toEqual(['Gate 4']);
  await gone('notes');
  expect(await all(database)).toEqual([]);
});

it('opens again when the browser has closed it', async () => {
  const open = jest.spyOn(indexedDB, 'open');
  const database = notes();
  await all(database);
  for (const { value } of open.mock.results) forceCloseDatabase(value.result);
  expect(await all(database)).toEqual([]);
  expect(open).toHaveBeenCalledTimes(2);
  open.mockRestore();
});

it('asks a device again that refused once', async () => {
  const database = notes();
  const refused = jest.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('no', 'SecurityError');
  });
  await expect(all(database)).rejects.toThrow('no');
  expect(await all(database)).toEqual([]);
  refused.mockRestore();
});

describe('a device that does not answer', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const silent: IDBOpenDBRequest = Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => undefined } });

  it('when it is opened is waited for two seconds, and is asked again the next time', async () => {
    jest.useFakeTimers();
    const database = notes();
    jest.spyOn(indexedDB, 'open').mockReturnValueOnce(silent);
    const refused = expect(all(database)).rejects.toThrow('does not answer within 2000 ms');
    await jest.advanceTimersByTimeAsync(2000);
    await refused;
    jest.useRealTimers();
    expect(await all(database)).toEqual([]);
  });

  it('in the middle of a change keeps nothing of what was said not to be kept', async () => {
    const database = notes();
    await all(database);
    jest.useFakeTimers();
    const change = database.transact('readwrite', async (transaction) => {
      const store = transaction.objectStore('notes');
      await store.put('Gate 4', 'first');
      // As long as something is asked it stays open.
      for (;;) await store.get('first');
    });
    const refused = expect(change).rejects.toThrow('does not answer within 10000 ms');
    await jest.advanceTimersByTimeAsync(10_000);
    await refused;
    jest.useRealTimers();
    expect(await all(database)).toEqual([]);
  });
});

it('commits at once what waits for nothing, and a change on the disk itself', async () => {
  const database = notes();
  await all(database);
  const commit = jest.spyOn(IDBTransaction.prototype, 'commit');
  const transaction = jest.spyOn(IDBDatabase.prototype, 'transaction');
  await all(database);
  expect(commit).not.toHaveBeenCalled();
  await keep('Gate 4', database);
  expect(commit).toHaveBeenCalledTimes(1);
  expect(transaction.mock.calls.map(([, , options]) => options?.durability)).toEqual(['default', 'strict']);
  commit.mockRestore();
  transaction.mockRestore();
});

it('rejects when the device does not take it, and keeps nothing then', async () => {
  await keep('Gate 4');
  const both = notes().write((transaction) => {
    const store = transaction.objectStore('notes');
    return [store.put('Gate 5', 'second'), store.add('Gate 6', 'first')];
  });
  await expect(both).rejects.toThrow();
  expect(await all()).toEqual(['Gate 4']);
});

describe('a page that the browser puts aside', () => {
  let isHeld = true;
  beforeEach(() => {
    isHeld = true;
  });
  afterEach(() => {
    isHeld = false;
  });

  /** Reads on and on while it is held: a transaction that is under way. */
  async function reading(database: ReturnType<typeof notes>) {
    let tell: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const found = database.transact('readonly', async (transaction) => {
      for (;;) {
        const read = await transaction.objectStore('notes').getAll();
        tell();
        if (!isHeld) return read;
      }
    });
    await begun;
    return { found };
  }

  it('holds nobody up, and ends what it had begun once it is back', async () => {
    const { found } = await reading(notes());
    turn('pagehide');
    await keep('Gate 4');
    isHeld = false;
    turn('pageshow');
    expect(await found).toEqual(['Gate 4']);
  });

  it('begins nothing meanwhile but what is committed at once', async () => {
    const database = notes();
    await all(database);
    turn('pagehide');
    const transaction = jest.spyOn(IDBDatabase.prototype, 'transaction');
    const later = all(database);
    await keep('Gate 4', database);
    expect(transaction.mock.calls.map(([, mode]) => mode)).toEqual(['readwrite']);
    transaction.mockRestore();
    turn('pageshow');
    expect(await later).toEqual(['Gate 4']);
  });

  it('gives up nothing when it is gone for good: what it began may still be kept', async () => {
    const { found } = await reading(notes());
    turn('pagehide', false);
    isHeld = false;
    expect(await found).toEqual([]);
  });

  it('tells a failure of its own as ever', async () => {
    const failing = notes().transact('readwrite', async (transaction) => {
      await transaction.objectStore('notes').put('Gate 4', 'first');
      await transaction.objectStore('notes').add('Gate 5', 'first');
    });
    await expect(failing).rejects.toThrow();
  });
});
