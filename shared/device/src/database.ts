import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';

export type { DBSchema };

export interface DatabaseOptions<Schema extends DBSchema> {
  name: string;
  /** Makes the stores, once per device. */
  create: (database: IDBPDatabase<Schema>) => void;
  /** `strict`: a change counts when it is on the disk itself, not only handed to the system. */
  durability?: IDBTransactionDurability;
}

type Mode = 'readonly' | 'readwrite';
type In<Schema extends DBSchema, M extends Mode> = IDBPTransaction<Schema, StoreNames<Schema>[], M>;

/** Both run in one transaction over all stores and resolve once it is committed. */
export interface Database<Schema extends DBSchema> {
  within<M extends Mode, Result>(mode: M, work: (transaction: In<Schema, M>) => Promise<Result>): Promise<Result>;
  /** Changes that wait for nothing are committed at once: a page that goes away would not come to it. */
  change(work: (transaction: In<Schema, 'readwrite'>) => Promise<unknown>[]): Promise<void>;
}

interface Begun {
  transaction: { abort(): void };
  isGivenUp: boolean;
}

function giveUp(begun: Begun): void {
  try {
    begun.transaction.abort();
    begun.isGivenUp = true;
  } catch {
    // It is being committed, which needs the page no more.
  }
}

/** A database on this device, opened when it is first asked. Everything rejects when the device refuses: no room, or no storage for this site. */
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
  const underWay = new Set<Begun>();
  let back: Promise<void> | null = null;
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted) return;
    back = new Promise<void>((resolve) => globalThis.addEventListener('pageshow', () => resolve(), { once: true })).then(() => {
      back = null;
    });
    for (const begun of underWay) giveUp(begun);
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
    async within(mode, work) {
      for (;;) {
        const database = await connection();
        if (back) {
          await back;
          continue;
        }
        const transaction = begin(database, mode);
        const begun: Begun = { transaction, isGivenUp: false };
        underWay.add(begun);
        try {
          const [result] = await Promise.all([work(transaction), transaction.done]);
          return result;
        } catch (error) {
          // Nothing of it was kept: it begins again once the page is back.
          if (!begun.isGivenUp) throw error;
        } finally {
          underWay.delete(begun);
        }
      }
    },
    async change(work) {
      const transaction = begin(await connection(), 'readwrite');
      const changes = work(transaction);
      transaction.commit();
      await Promise.all([...changes, transaction.done]);
    },
  };
}
