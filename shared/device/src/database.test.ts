import { emptyDevice } from '@portal/testing/deviceStorage';
import { waitFor } from '@testing-library/dom';
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

it('returns a stored value to the next connection', async () => {
  await keep('Gate 4');
  expect(await all()).toEqual(['Gate 4']);
});

it('closes for a later release in another tab, and opens again afterwards', async () => {
  const database = notes();
  await keep('Gate 4');
  expect(await all(database)).toEqual(['Gate 4']);
  await gone('notes');
  expect(await all(database)).toEqual([]);
});

it('opens again after the browser closed it', async () => {
  const open = jest.spyOn(indexedDB, 'open');
  const database = notes();
  await all(database);
  for (const { value } of open.mock.results) forceCloseDatabase(value.result);
  expect(await all(database)).toEqual([]);
  expect(open).toHaveBeenCalledTimes(2);
  open.mockRestore();
});

it('tries again after the device refused once', async () => {
  const database = notes();
  const refused = jest.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('no', 'SecurityError');
  });
  await expect(all(database)).rejects.toThrow('no');
  expect(await all(database)).toEqual([]);
  refused.mockRestore();
});

describe('with a device that does not answer', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const silent: IDBOpenDBRequest = Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => undefined } });

  it('rejects an opening after two seconds, and tries again at the next call', async () => {
    jest.useFakeTimers();
    const database = notes();
    jest.spyOn(indexedDB, 'open').mockReturnValueOnce(silent);
    const refused = expect(all(database)).rejects.toThrow('does not answer within 2000 ms');
    await jest.advanceTimersByTimeAsync(2000);
    await refused;
    jest.useRealTimers();
    expect(await all(database)).toEqual([]);
  });

  it('stores nothing of a change that it reported as failed', async () => {
    const database = notes();
    await all(database);
    jest.useFakeTimers();
    const change = database.transact('readwrite', async (transaction) => {
      const store = transaction.objectStore('notes');
      await store.put('Gate 4', 'first');
      // Repeated reads keep the transaction open.
      for (;;) await store.get('first');
    });
    const refused = expect(change).rejects.toThrow('does not answer within 10000 ms');
    await jest.advanceTimersByTimeAsync(10_000);
    await refused;
    jest.useRealTimers();
    expect(await all(database)).toEqual([]);
  });
});

it('commits synchronous writes immediately, and flushes a strict change to the disk', async () => {
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

it('rejects when the device refuses the write, and stores nothing', async () => {
  await keep('Gate 4');
  const both = notes().write((transaction) => {
    const store = transaction.objectStore('notes');
    return [store.put('Gate 5', 'second'), store.add('Gate 6', 'first')];
  });
  await expect(both).rejects.toThrow();
  expect(await all()).toEqual(['Gate 4']);
});

describe('the creation of a database', () => {
  afterEach(() => jest.restoreAllMocks());
  /** Closes the page while the stores are created. */
  const leaveDuringCreation = (persisted: boolean) => {
    const create = jest.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementationOnce(function (this: IDBDatabase, name) {
      create.mockRestore();
      const store = this.createObjectStore(name);
      turn('pagehide', persisted);
      return store;
    });
  };
  const leaveBeforeCreation = (persisted: boolean) => void turn('pagehide', persisted);
  const spyOnClose = () => jest.spyOn(IDBDatabase.prototype, 'close');

  it.each([
    ['during it', leaveDuringCreation],
    ['before it', leaveBeforeCreation],
  ])('is abandoned when the page closes for good %s, and made at the next use', async (_when, leave) => {
    const database = notes();
    const close = spyOnClose();
    if (leave === leaveDuringCreation) leave(false);
    const found = all(database);
    if (leave === leaveBeforeCreation) leave(false);
    await expect(found).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(close).toHaveBeenCalled();
    turn('pageshow', false);
    await keep('Gate 4', database);
    expect(await all(database)).toEqual(['Gate 4']);
  });

  it.each([
    ['during it', leaveDuringCreation],
    ['before it', leaveBeforeCreation],
  ])('is abandoned when the page is frozen %s, and made again when it is restored', async (_when, leave) => {
    const database = notes();
    const close = spyOnClose();
    if (leave === leaveDuringCreation) leave(true);
    const kept = keep('Gate 4', database);
    if (leave === leaveBeforeCreation) leave(true);
    const found = all(database);
    await waitFor(() => expect(close).toHaveBeenCalled());
    turn('pageshow');
    await kept;
    expect(await found).toEqual(['Gate 4']);
  });
});

describe('with a page that the browser freezes', () => {
  let isHeld = true;
  beforeEach(() => {
    isHeld = true;
  });
  afterEach(() => {
    isHeld = false;
  });

  /** Reads repeatedly until released, to simulate an open transaction. */
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

  it('aborts its open transactions when it is frozen, and repeats them when it is restored', async () => {
    const { found } = await reading(notes());
    turn('pagehide');
    await keep('Gate 4');
    isHeld = false;
    turn('pageshow');
    expect(await found).toEqual(['Gate 4']);
  });

  it('begins no transaction while it is frozen, except a synchronous write', async () => {
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

  it('aborts nothing when it closes for good, because the writes may still be stored', async () => {
    const { found } = await reading(notes());
    turn('pagehide', false);
    isHeld = false;
    expect(await found).toEqual([]);
  });

  it('reports its own failure unchanged', async () => {
    const failing = notes().transact('readwrite', async (transaction) => {
      await transaction.objectStore('notes').put('Gate 4', 'first');
      await transaction.objectStore('notes').add('Gate 5', 'first');
    });
    await expect(failing).rejects.toThrow();
  });
});
