import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { StorageTimeoutError, withStorageDeadline } from './storageDeadline';

export type { DBSchema };

export interface DatabaseOptions<Schema extends DBSchema> {
  name: string;
  /** Creates the object stores. Runs once per device. */
  create: (database: IDBPDatabase<Schema>) => void;
  /** `strict`: a write resolves after the disk has it, not after the operating system has it. */
  durability?: IDBTransactionDurability;
}

/** A slow phone needs several seconds to write pictures. */
const END_MS = 10_000;

type Mode = 'readonly' | 'readwrite';
type In<Schema extends DBSchema, M extends Mode> = IDBPTransaction<Schema, StoreNames<Schema>[], M>;

/** Both functions run in one transaction over all stores and resolve after its commit. */
export interface Database<Schema extends DBSchema> {
  transact<M extends Mode, Result>(mode: M, work: (transaction: In<Schema, M>) => Promise<Result>): Promise<Result>;
  /** Runs `work`, which returns its requests synchronously, and commits immediately, so that a closing page still writes. */
  write(work: (transaction: In<Schema, 'readwrite'>) => Promise<unknown>[]): Promise<void>;
}

type Abortable = Pick<IDBTransaction, 'abort'>;

interface Creation {
  transaction: Abortable;
  database: Pick<IDBDatabase, 'close'>;
}

interface OpenTransaction {
  transaction: Abortable;
  isAborted: boolean;
}

/** Returns false if the transaction is already committing. */
function abort(transaction: Abortable): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    // It is committing, which no longer needs the page.
    return false;
  }
}

/** Waits for the commit, for 10 seconds at most. Then it aborts, so a write that was reported as failed is never stored. */
async function ended<T>(transaction: Abortable, work: Promise<T>): Promise<T> {
  try {
    return await withStorageDeadline(work, END_MS);
  } catch (error) {
    if (error instanceof StorageTimeoutError) abort(transaction);
    throw error;
  }
}

/**
 * Opens a database of this device at the first use. Every call rejects if the device refuses (no room, blocked storage) or does not answer
 * in time.
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
  // In Safari, the open transaction of a frozen page blocks all other pages, so a page aborts its transactions before it freezes.
  const underWay = new Set<OpenTransaction>();
  let isClosing = false;
  let back: Promise<void> | null = null;
  let creation: Creation | null = null;
  /** A freezing page has abandoned the creation; resolves when the page is restored. */
  let createAgain: Promise<void> | null = null;
  // WebKit answers no page for a database whose creation a closed page did not finish, until the browser restarts.
  function abandon({ transaction, database }: Creation): void {
    abort(transaction);
    database.close();
    createAgain = back;
  }
  const openOnce = () =>
    openDB<Schema>(name, 1, {
      upgrade(database, _from, _to, transaction) {
        // `openDB` reports the same failure.
        transaction.done.catch(() => undefined);
        if (isClosing) return abandon({ transaction, database });
        creation = { transaction, database };
        create(database);
      },
      // A later release in another tab waits until this connection closes.
      blocking: (_before, _after, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    }).finally(() => {
      creation = null;
    });

  async function open(): Promise<IDBPDatabase<Schema>> {
    for (;;) {
      try {
        return await withStorageDeadline(openOnce());
      } catch (error) {
        if (!createAgain) throw error;
        await createAgain;
        createAgain = null;
      }
    }
  }

  globalThis.addEventListener?.('pageshow', () => {
    isClosing = false;
  });
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    isClosing = true;
    if (persisted)
      back = new Promise<void>((resolve) => globalThis.addEventListener('pageshow', () => resolve(), { once: true })).then(() => {
        back = null;
      });
    if (creation) abandon(creation);
    if (!persisted) return;
    for (const begun of underWay) begun.isAborted = abort(begun.transaction);
  });

  async function connection(): Promise<IDBPDatabase<Schema>> {
    opened ??= open();
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
          const [result] = await ended(transaction, Promise.all([work(transaction), transaction.done]));
          return result;
        } catch (error) {
          // An aborted transaction stored nothing, so it runs again when the page is restored.
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
      await ended(transaction, Promise.all([...changes, transaction.done]));
    },
  };
}
