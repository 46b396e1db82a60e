import { limits } from '@portal/contracts/_kernel/limits';
import { createDatabase, type DBSchema } from '@portal/device/database';
import type { WriteEntry, WriteState } from '@portal/mf-kit/portal';
import { changedRow, createOpener, isSealed, ownersOf, type Row, sealEntry } from './sealedEntries';
import type { Stored } from './stored';

/** As screens see it. */
export function toWriteEntry(entry: Stored, state: WriteState, share?: number): WriteEntry {
  const { key, call, order, what, input, bytes, createdAt, validUntil, sentAt, failure, expired, isQuiet, isShut } = entry;
  const base = {
    key,
    // Screens read the input of their own endpoints' entries.
    endpointId: isShut ? '' : call.id,
    order,
    what,
    input,
    state,
    createdAt,
    validUntil,
    ...(bytes && { bytes }),
    ...(isQuiet && { isQuiet }),
  };
  // What expired is never under way: asked again, it begins anew.
  if (state === 'sending') return { ...base, ...(share !== undefined && { progress: share }) };
  return { ...base, ...(sentAt && { sentAt }), ...(failure && { failure }), ...(expired && { expired }) };
}

const sizeOf = ({ state, bytes = 0 }: Pick<Stored, 'state' | 'bytes'>) => (state === 'sent' ? 0 : bytes);

const STORE = 'entries';
const BY_GUARD = 'guard';
const BY_KEY = 'key';

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: Row; indexes: { guard: string; key: [string, string] } };
}

interface RowStore {
  getAll(): Promise<Row[]>;
  put(row: Row): Promise<unknown>;
  delete(seq: number): Promise<unknown>;
}

/** Gives the guard's key for waiting writes without waiting for the network; null: rows are kept and read as they are. */
export type KeyOf = (guardId: string) => Promise<CryptoKey | null>;

interface EntryStoreDeps {
  keyOf?: KeyOf;
  report?(detail: string): void;
}

/** The outbox's place on the device. All of it rejects when the device refuses: no room, or no storage for this site. */
export function createEntryStore({ keyOf = async () => null, report = () => undefined }: EntryStoreDeps = {}) {
  const { transact: within } = createDatabase<OutboxSchema>({
    name: 'portal-outbox',
    create: (database) => {
      const store = database.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true });
      store.createIndex(BY_GUARD, 'guardId');
      store.createIndex(BY_KEY, ['guardId', 'key'], { unique: true });
    },
    durability: 'strict',
  });
  const open = createOpener(report);
  // Sealing takes longer for a long entry; entries are stored in the order of the calls.
  let lastAdd: Promise<void> = Promise.resolve();

  /** Reads and changes the row of this key, whether it is sealed or not. */
  const withRow = (guardId: string, key: string, act: (row: Row | undefined, store: RowStore) => Promise<unknown>): Promise<void> =>
    within('readwrite', async (transaction) => {
      const store = transaction.objectStore(STORE);
      const found = await Promise.all(ownersOf(guardId).map((owner) => store.index(BY_KEY).get([owner, key])));
      await act(
        found.find((row) => row !== undefined),
        store,
      );
    });

  return {
    /** The guard's entries in the order they were made. */
    async of(guardId: string): Promise<Stored[]> {
      const key = await keyOf(guardId);
      const rows = await within('readonly', (transaction) =>
        Promise.all(ownersOf(guardId).map((owner) => transaction.objectStore(STORE).index(BY_GUARD).getAll(owner))),
      );
      return open(
        key,
        rows.flat().sort((one, other) => one.seq - other.seq),
      );
    },
    /**
     * Keeps a new act. A key that waits or was sent already is the same act and stays as it is; a failed one takes this input. Rejects
     * where its files go beyond what a device may keep, whoever's they are.
     */
    add(entry: Omit<Stored, 'seq'>): Promise<void> {
      const sealing = keyOf(entry.guardId).then((key) => sealEntry(key, entry));
      const added = Promise.all([sealing, lastAdd]).then(([made]) =>
        withRow(entry.guardId, entry.key, async (before, store) => {
          if (before && before.state !== 'failed') return;
          const others = entry.bytes ? (await store.getAll()).filter(({ seq }) => seq !== before?.seq) : [];
          const taken = others.reduce((sum, other) => sum + sizeOf(other), 0);
          if (taken + sizeOf(entry) > limits.kept.device) throw new Error(`No room: ${taken} bytes wait already`);
          // A new one gets its number from the device.
          await store.put((before ? { ...made, seq: before.seq } : made) as Row);
        }),
      );
      lastAdd = added.catch(() => undefined);
      return added;
    },
    async put(entry: Stored): Promise<void> {
      const { guardId, key, seq } = entry;
      const made: Row = { ...(await sealEntry(await keyOf(guardId), entry)), seq };
      // A sealed row stays sealed when the key was deleted in the meantime.
      await withRow(guardId, key, (row, store) => store.put(row && isSealed(row) && !isSealed(made) ? changedRow(row, () => entry) : made));
    },
    /** Changes what is still there: an entry that was dismissed meanwhile does not come back. */
    change: (guardId: string, key: string, next: (entry: Stored) => Stored): Promise<void> =>
      withRow(guardId, key, async (row, store) => row && store.put(changedRow(row, next))),
    remove: (guardId: string, key: string): Promise<void> => withRow(guardId, key, async (row, store) => row && store.delete(row.seq)),
    /** Seals the rows of a guard that were kept without a key. */
    async sealPlain(guardId: string): Promise<void> {
      const key = await keyOf(guardId);
      if (!key) return;
      const rows = await within('readonly', (transaction) => transaction.objectStore(STORE).index(BY_GUARD).getAll(guardId));
      for (const row of rows) {
        if (isSealed(row)) continue;
        const made = { ...(await sealEntry(key, row)), seq: row.seq };
        await withRow(guardId, row.key, async (now, store) => {
          // A reply or a new input has come in the meantime: the next call seals it.
          if (!now || isSealed(now) || now.state !== row.state || now.createdAt !== row.createdAt) return;
          await store.put(changedRow(made, () => now));
        });
      }
    },
  };
}
export type Entries = ReturnType<typeof createEntryStore>;
