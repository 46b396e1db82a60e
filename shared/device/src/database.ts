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

  async function begin<M extends Mode>(mode: M): Promise<In<Schema, M>> {
    opened ??= open();
    opened.catch(forget);
    const database = await opened;
    const options = { durability: mode === 'readwrite' ? durability : 'default' };
    return database.transaction<StoreNames<Schema>[], M>([...database.objectStoreNames], mode, options);
  }

  return {
    async within(mode, work) {
      const transaction = await begin(mode);
      const [result] = await Promise.all([work(transaction), transaction.done]);
      return result;
    },
    async change(work) {
      const transaction = await begin('readwrite');
      const changes = work(transaction);
      transaction.commit();
      await Promise.all([...changes, transaction.done]);
    },
  };
}
