import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Failure, WriteEntry, WriteState } from '@portal/mf-kit/portal';

/** What the transport needs of an endpoint: its schemas cannot be stored, and a write goes out as it was made. */
export type StoredCall = Pick<Endpoint, 'id' | 'method' | 'path' | 'auth' | 'body' | 'query' | 'always'>;

/** One durable write as the device keeps it. Instants are the server's, as ISO texts. */
export interface Stored {
  /** The order in which they were made, over all tabs. */
  seq: number;
  guardId: string;
  key: string;
  call: StoredCall;
  /** Files as they are. */
  input: unknown;
  order: string | null;
  what: string;
  createdAt: string;
  validUntil: string | null;
  /** 'sending' is not kept: after a crash it would not be true. */
  state: 'waiting' | 'sent' | 'failed';
  /** Tries that had no answer. */
  tries: number;
  notBefore: string | null;
  /** The server said how long to wait: being online again does not shorten it. */
  isTold: boolean;
  sentAt?: string;
  reply?: { message: string; data: unknown };
  failure?: Failure;
  expired?: true;
}

/** As screens see it. */
export function shown(entry: Stored, state: WriteState): WriteEntry {
  const { key, call, order, what, input, createdAt, validUntil, sentAt, failure, expired } = entry;
  const base = { key, endpointId: call.id, order, what, input, state, createdAt, validUntil };
  return { ...base, ...(sentAt && { sentAt }), ...(failure && state !== 'sending' && { failure }), ...(expired && { expired }) };
}

const DATABASE = 'portal-outbox';
const STORE = 'entries';
const BY_GUARD = 'guard';
const BY_KEY = 'key';

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(onGone: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true });
    store.createIndex(BY_GUARD, 'guardId');
    store.createIndex(BY_KEY, ['guardId', 'key'], { unique: true });
  };
  const database = await answerOf(request);
  database.onclose = onGone;
  // A later release of the shell in another tab must not wait for this one.
  database.onversionchange = () => {
    database.close();
    onGone();
  };
  return database;
}

/** The outbox's place on the device. All of it rejects when the device refuses: no room, or no storage for this site. */
export function createEntries() {
  let opened: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opened = null;
  };

  /** One transaction; resolves when it is committed, and for a change when it is on the disk itself. */
  async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    opened ??= open(forget);
    opened.catch(forget);
    const transaction = (await opened).transaction(STORE, mode, { durability: mode === 'readonly' ? 'default' : 'strict' });
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), committed]);
    return result;
  }

  const find = (store: IDBObjectStore, guardId: string, key: string) =>
    answerOf<Stored | undefined>(store.index(BY_KEY).get([guardId, key]));

  return {
    /** The guard's entries in the order they were made. */
    of: (guardId: string): Promise<Stored[]> => within('readonly', (store) => answerOf(store.index(BY_GUARD).getAll(guardId))),
    /** Keeps a new act. A key that waits or was sent already is the same act and stays as it is; a failed one takes this input. */
    add: (entry: Omit<Stored, 'seq'>): Promise<void> =>
      within('readwrite', async (store) => {
        const before = await find(store, entry.guardId, entry.key);
        if (before && before.state !== 'failed') return;
        await answerOf(store.put(before ? { ...entry, seq: before.seq } : entry));
      }),
    put: (entry: Stored): Promise<void> => within('readwrite', async (store) => void (await answerOf(store.put(entry)))),
    /** Changes what is still there: an entry that was dismissed meanwhile does not come back. */
    change: (guardId: string, key: string, next: (entry: Stored) => Stored): Promise<void> =>
      within('readwrite', async (store) => {
        const entry = await find(store, guardId, key);
        if (entry) await answerOf(store.put(next(entry)));
      }),
    remove: (guardId: string, key: string): Promise<void> =>
      within('readwrite', async (store) => {
        const entry = await find(store, guardId, key);
        if (entry) await answerOf(store.delete(entry.seq));
      }),
  };
}
export type Entries = ReturnType<typeof createEntries>;
