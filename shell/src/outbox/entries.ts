import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { createDatabase, type DBSchema } from '@portal/device/database';
import type { Failure, WriteEntry, WriteState } from '@portal/mf-kit/portal';

/** What the transport needs of an endpoint: its schemas cannot be stored, and a write goes out as it was made. */
export type StoredCall = Pick<Endpoint, 'id' | 'method' | 'path' | 'auth' | 'body' | 'query' | 'always' | 'jsonRows'>;

/** One durable write as the device keeps it. Instants are the server's, as ISO texts. */
export interface Stored {
  /** The order in which they were made, over all tabs. */
  seq: number;
  guardId: string;
  key: string;
  call: StoredCall;
  /** Files as they are, their bytes on this device. */
  input: unknown;
  /** Of its files. Missing without any. */
  bytes?: number;
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
  isQuiet?: true;
}

/** As screens see it. */
export function shown(entry: Stored, state: WriteState, share?: number): WriteEntry {
  const { key, call, order, what, input, bytes, createdAt, validUntil, sentAt, failure, expired, isQuiet } = entry;
  const base = {
    key,
    endpointId: call.id,
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

interface Kept extends DBSchema {
  entries: { key: number; value: Stored; indexes: { guard: string; key: [string, string] } };
}

/** The outbox's place on the device. All of it rejects when the device refuses: no room, or no storage for this site. */
export function createEntries() {
  const { within } = createDatabase<Kept>({
    name: 'portal-outbox',
    create: (database) => {
      const store = database.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true });
      store.createIndex(BY_GUARD, 'guardId');
      store.createIndex(BY_KEY, ['guardId', 'key'], { unique: true });
    },
    durability: 'strict',
  });

  return {
    /** The guard's entries in the order they were made. */
    of: (guardId: string): Promise<Stored[]> =>
      within('readonly', (transaction) => transaction.objectStore(STORE).index(BY_GUARD).getAll(guardId)),
    /**
     * Keeps a new act. A key that waits or was sent already is the same act and stays as it is; a failed one takes this input. Rejects
     * where its files go beyond what a device may keep, whoever's they are.
     */
    add: (entry: Omit<Stored, 'seq'>): Promise<void> =>
      within('readwrite', async (transaction) => {
        const store = transaction.objectStore(STORE);
        const before = await store.index(BY_KEY).get([entry.guardId, entry.key]);
        if (before && before.state !== 'failed') return;
        const others = entry.bytes ? (await store.getAll()).filter(({ seq }) => seq !== before?.seq) : [];
        const taken = others.reduce((sum, other) => sum + sizeOf(other), 0);
        if (taken + sizeOf(entry) > limits.kept.device) throw new Error(`No room: ${taken} bytes wait already`);
        // A new one gets its number from the device.
        await store.put((before ? { ...entry, seq: before.seq } : entry) as Stored);
      }),
    put: (entry: Stored): Promise<void> =>
      within('readwrite', async (transaction) => void (await transaction.objectStore(STORE).put(entry))),
    /** Changes what is still there: an entry that was dismissed meanwhile does not come back. */
    change: (guardId: string, key: string, next: (entry: Stored) => Stored): Promise<void> =>
      within('readwrite', async (transaction) => {
        const store = transaction.objectStore(STORE);
        const entry = await store.index(BY_KEY).get([guardId, key]);
        if (entry) await store.put(next(entry));
      }),
    remove: (guardId: string, key: string): Promise<void> =>
      within('readwrite', async (transaction) => {
        const store = transaction.objectStore(STORE);
        const seq = await store.index(BY_KEY).getKey([guardId, key]);
        if (seq !== undefined) await store.delete(seq);
      }),
  };
}
export type Entries = ReturnType<typeof createEntries>;
