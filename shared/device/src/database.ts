import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { StorageTimeoutError, withStorageDeadline } from './storageDeadline';

export type { DBSchema };

export interface DatabaseOptions<Schema extends DBSchema> {
  name: string;
  /** Makes the stores, once per device. */
  create: (database: IDBPDatabase<Schema>) => void;
  /** `strict`: a change counts when it is on the disk itself, not only handed to the system. */
  durability?: IDBTransactionDurability;
}

/** Pictures take a slow phone a while to write. */
const END_MS = 10_000;

type Mode = 'readonly' | 'readwrite';
type In<Schema extends DBSchema, M extends Mode> = IDBPTransaction<Schema, StoreNames<Schema>[], M>;

/** Both run in one transaction over all stores and resolve once it is committed. */
export interface Database<Schema extends DBSchema> {
  transact<M extends Mode, Result>(mode: M, work: (transaction: In<Schema, M>) => Promise<Result>): Promise<Result>;
  /** Changes that wait for nothing are committed at once: a page that goes away would not come to it. */
  write(work: (transaction: In<Schema, 'readwrite'>) => Promise<unknown>[]): Promise<void>;
}

interface OpenTransaction {
  transaction: { abort(): void };
  isAborted: boolean;
}

/** Whether it could still be taken back. */
function abort({ transaction }: OpenTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    // It is being committed, which needs the page no more.
    return false;
  }
}

/** What a transaction comes to. Where the device does not say so in time it is taken back: whoever is told that it was not kept finds nothing of it later. */
async function ended<T>(begun: OpenTransaction, work: Promise<T>): Promise<T> {
  try {
    return await withStorageDeadline(work, END_MS);
  } catch (error) {
    if (error instanceof StorageTimeoutError) abort(begun);
    throw error;
  }
}

/**
 * A database on this device, opened when it is first asked. Everything rejects when the device refuses, having no room, or no storage for
 * this site, and when it does not answer.
 */
export function createDatabase<Schema extends DBSchema>({
  name,
  create,
  durability = 'default',
}: DatabaseOptions<Schema>): Database<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opened = null;
  };
  const open = () =>
    openDB<Schema>(name, 1, {
      upgrade: create,
      // A later release in another tab must not wait for this one.
      blocking: (_before, _after, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });

  // Safari keeps what a page had under way when it puts the page aside, and everybody else waits for it: such a page gives it up.
  const underWay = new Set<OpenTransaction>();
  let back: Promise<void> | null = null;
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted) return;
    back = new Promise<void>((resolve) => globalThis.addEventListener('pageshow', () => resolve(), { once: true })).then(() => {
      back = null;
    });
    for (const begun of underWay) begun.isAborted = abort(begun);
  });

  async function connection(): Promise<IDBPDatabase<Schema>> {
    opened ??= withStorageDeadline(open());
    opened.catch(forget);
    return opened;
  }
  function begin<M extends Mode>(database: IDBPDatabase<Schema>, mode: M): In<Schema, M> {
    const options = { durability: mode === 'readwrite' ? durability : 'default' };
    return database.transaction<StoreNames<Schema>[], M>([...database.objectStoreNames], mode, options);
  }

  return {
    async transact(mode, work) {
      for (;;) {
        const database = await connection();
        if (back) {
          await back;
          continue;
        }
        const transaction = begin(database, mode);
        const begun: OpenTransaction = { transaction, isAborted: false };
        underWay.add(begun);
        try {
          const [result] = await ended(begun, Promise.all([work(transaction), transaction.done]));
          return result;
        } catch (error) {
          // Nothing of it was kept: it begins again once the page is back.
          if (!begun.isAborted) throw error;
        } finally {
          underWay.delete(begun);
        }
      }
    },
    async write(work) {
      const transaction = begin(await connection(), 'readwrite');
      const changes = work(transaction);
      transaction.commit();
      await ended({ transaction, isAborted: false }, Promise.all([...changes, transaction.done]));
    },
  };
}
