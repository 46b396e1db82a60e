import { bytesOf, withFiles } from '@portal/contracts/_kernel/files';
import { limits } from '@portal/contracts/_kernel/limits';
import { createDatabase, type DBSchema } from '@portal/device/database';
import { type SealedValue, seal, unseal } from '@portal/device/sealed';
import type { WriteEntry, WriteState } from '@portal/mf-kit/portal';
import type { EntryState, StoredEntry } from './outboxTypes';

/** The frozen names of the portal context. */
const DISPLAYED: Record<EntryState, WriteState> = {
  adding: 'sending',
  queued: 'on device',
  backingOff: 'on device',
  serverPause: 'on device',
  locked: 'on device',
  inFlight: 'sending',
  sent: 'sent',
  refused: 'failed',
  expired: 'failed',
};
export const displayedState = (state: EntryState): WriteState => DISPLAYED[state];

/** The entry as screens see it. */
export function toWriteEntry(entry: StoredEntry, entryState: EntryState, share?: number): WriteEntry {
  const { key, call, order, what, input, bytes, createdAt, validUntil, sentAt, failure, expired, isQuiet, isShut, time } = entry;
  const { at } = (input ?? {}) as { at?: string };
  const state = displayedState(entryState);
  const base = {
    key,
    // Without content no screen may read it.
    endpointId: isShut ? '' : call.id,
    order,
    what,
    input,
    state,
    createdAt,
    validUntil,
    ...(bytes && { bytes }),
    ...(isQuiet && { isQuiet }),
    ...(time && at && { actedAt: new Date(Date.parse(at) + time.estimate - time.clock).toISOString() }),
  };
  if (state === 'sending') return { ...base, ...(share !== undefined && { progress: share }) };
  return { ...base, ...(sentAt && { sentAt }), ...(failure && { failure }), ...(expired && { expired }) };
}

/** As `toWriteEntry`. An unchanged entry stays the same object, so a device with many entries makes few new ones. */
export function createDisplay(): typeof toWriteEntry {
  const displayed = new WeakMap<StoredEntry, { entryState: EntryState; share: number | undefined; shown: WriteEntry }>();
  return (entry, entryState, share) => {
    const before = displayed.get(entry);
    if (before?.entryState === entryState && before.share === share) return before.shown;
    const shown = toWriteEntry(entry, entryState, share);
    displayed.set(entry, { entryState, share, shown });
    return shown;
  };
}

/** Copies a file to memory. A chosen file may be a reference to a file that is deleted later. */
async function copied(file: Blob): Promise<Blob> {
  const bytes = await file.arrayBuffer();
  if (!(file instanceof File)) return new Blob([bytes], { type: file.type });
  return new File([bytes], file.name, { type: file.type, lastModified: file.lastModified });
}

/** The input to store, with the size of its files. Rejects if a file cannot be read, or if they are too large for one write. */
export async function copyForStorage(input: unknown): Promise<{ input: unknown; bytes?: number }> {
  const bytes = bytesOf(input);
  if (bytes === 0) return { input };
  if (bytes > limits.kept.write) throw new Error(`Too large to be kept: ${bytes} bytes`);
  return { input: await withFiles(input, copied), bytes };
}

/** The input to send: some browsers send a file of IndexedDB as an empty one. Null if its bytes are lost. */
export async function copyForSending(input: unknown): Promise<{ input: unknown } | null> {
  try {
    return { input: await withFiles(input, copied) };
  } catch {
    return null;
  }
}

/** The text, the files and the reply of a write: sealed as one value. The other properties order and schedule the entry. */
type Content = Pick<StoredEntry, 'what' | 'input' | 'reply'>;

/** Files are Blobs, so a read of the row does not load their bytes. */
interface SealedContent {
  value: SealedValue['value'];
  files: { nonce: SealedValue['value']['nonce']; bytes: Blob }[];
}
type SealedRow = Omit<StoredEntry, keyof Content | 'isShut'> & { sealed: SealedContent };

/** A row: sealed; or plain, stored without a key or by an older release. */
type Row = StoredEntry | SealedRow;
type Unnumbered = Omit<StoredEntry, 'seq'>;

/** The owner of a sealed row. An older release does not find the row, so it does not send it without its input. */
const SEALED = 'sealed ';
const ownersOf = (guardId: string): string[] => [guardId, SEALED + guardId];
const guardOf = (owner: string): string => (owner.startsWith(SEALED) ? owner.slice(SEALED.length) : owner);

const isSealed = (row: object): row is SealedRow => 'sealed' in row;
const about = ({ guardId, key }: Pick<StoredEntry, 'guardId' | 'key'>) => `write ${guardOf(guardId)} ${key}`;

async function sealEntry(key: CryptoKey | null, entry: Unnumbered): Promise<Unnumbered | Omit<SealedRow, 'seq'>> {
  if (!key) return entry;
  const { what, input, reply, ...rest } = entry;
  const { value, files } = await seal(key, about(entry), { what, input, reply });
  const sealed = { value, files: files.map(({ nonce, bytes }) => ({ nonce, bytes: new Blob([bytes]) })) };
  return { ...rest, guardId: SEALED + entry.guardId, sealed };
}

/** The content of a sealed row stays as it is. */
function changedRow(row: Row, next: (entry: StoredEntry) => StoredEntry): Row {
  if (!isSealed(row)) return next(row);
  const { sealed, ...rest } = row;
  const { what: _what, input: _input, reply: _reply, isShut: _isShut, ...changed } = next({ ...rest, what: '', input: undefined });
  return { ...changed, guardId: row.guardId, seq: row.seq, sealed };
}

async function unsealed(key: CryptoKey, row: SealedRow): Promise<Content> {
  const { value, files } = row.sealed;
  const loaded: SealedValue['files'] = [];
  for (const { nonce, bytes } of files) loaded.push({ nonce, bytes: await bytes.arrayBuffer() });
  return (await unseal(key, about(row), { value, files: loaded })) as Content;
}

const shut = { what: 'An entry that this device cannot open yet', input: undefined, isShut: true } as const;

/** Opens rows, and decrypts each content once. */
function createOpener(report: (detail: string) => void) {
  const known = new Map<string, { seal: string; content: Content | null }>();

  async function contentOf(key: CryptoKey, row: SealedRow): Promise<Content | null> {
    const one = `${about(row)} ${row.sealed.value.nonce.join()}`;
    const before = known.get(row.key);
    if (before?.seal === one && before.content) return before.content;
    const content = await unsealed(key, row).catch((error: unknown) => {
      if (before?.seal !== one) report(String(error));
      return null;
    });
    known.set(row.key, { seal: one, content });
    return content;
  }

  /** A row that does not open is displayed as waiting, and is not sent. */
  async function open(key: CryptoKey | null, rows: readonly Row[]): Promise<StoredEntry[]> {
    const entries: StoredEntry[] = [];
    for (const row of rows) {
      if (!isSealed(row)) {
        entries.push(row);
        continue;
      }
      const content = key && (await contentOf(key, row));
      const { sealed: _, ...rest } = row;
      entries.push({ ...rest, ...(content ?? shut), guardId: guardOf(row.guardId) });
    }
    return entries;
  }
  return {
    open,
    forgetOthers(rows: readonly Row[]): void {
      const there = new Set(rows.map((row) => row.key));
      for (const key of known.keys()) if (!there.has(key)) known.delete(key);
    },
  };
}

const sizeOf = ({ state, bytes = 0 }: Pick<StoredEntry, 'state' | 'bytes'>) => (state === 'sent' ? 0 : bytes);

const STORE = 'entries';
const BY_GUARD = 'guard';
const BY_KEY = 'key';

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: Row; indexes: { guard: string; key: [string, string] } };
}

interface RowStore {
  getAll(): Promise<Row[]>;
  put(row: Row): Promise<number>;
  delete(seq: number): Promise<unknown>;
}

/** The guard's key for waiting writes. Never waits for the network. Null: rows are stored plain. */
export type FindOutboxKey = (guardId: string) => Promise<CryptoKey | null>;

interface EntryStoreDeps {
  keyOf?: FindOutboxKey;
  report?(detail: string): void;
}

async function assertSpace(store: RowStore, entry: Omit<StoredEntry, 'seq'>, before: Row | undefined): Promise<void> {
  const others = entry.bytes ? (await store.getAll()).filter(({ seq }) => seq !== before?.seq) : [];
  const usedBytes = others.reduce((sum, other) => sum + sizeOf(other), 0);
  if (usedBytes + sizeOf(entry) > limits.kept.device) throw new Error(`No room: ${usedBytes} bytes wait already`);
}

/** The rows of the outbox in IndexedDB. Every function rejects if the device refuses: no room, or no storage for this site. */
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
  const { open, forgetOthers } = createOpener(report);
  // A large entry is sealed more slowly, and entries are stored in the order of the calls.
  let lastAdd: Promise<unknown> = Promise.resolve();

  /** Reads and changes the row of this key, sealed or not, in one transaction. */
  const withRow = <Result>(
    guardId: string,
    key: string,
    act: (row: Row | undefined, store: RowStore) => Promise<Result>,
  ): Promise<Result> =>
    within('readwrite', async (transaction) => {
      const store = transaction.objectStore(STORE);
      const found = await Promise.all(ownersOf(guardId).map((owner) => store.index(BY_KEY).get([owner, key])));
      return act(
        found.find((row) => row !== undefined),
        store,
      );
    });

  return {
    /** The guard's entries in the order of creation. The rows of `known` entries are not read again; a removed one is left out. */
    async of(guardId: string, known: readonly StoredEntry[] = []): Promise<StoredEntry[]> {
      const key = await keyOf(guardId);
      const knownBySeq = new Map(known.map((entry) => [entry.seq, entry]));
      const [seqs, rows] = await within('readonly', async (transaction) => {
        const store = transaction.objectStore(STORE);
        const ofGuard = <Found>(find: (owner: string) => Promise<Found[]>) =>
          Promise.all(ownersOf(guardId).map(find)).then((found) => found.flat());
        if (known.length === 0) return [[], await ofGuard((owner) => store.index(BY_GUARD).getAll(owner))] as const;
        const all = await ofGuard((owner) => store.index(BY_GUARD).getAllKeys(owner));
        const unknown = await Promise.all(all.filter((seq) => !knownBySeq.has(seq)).map((seq) => store.get(seq)));
        return [all, unknown.filter((row) => row !== undefined)] as const;
      });
      if (known.length === 0) forgetOthers(rows);
      const entries = await open(key, rows);
      for (const seq of seqs) {
        const entry = knownBySeq.get(seq);
        if (entry) entries.push(entry);
      }
      return entries.sort((one, other) => one.seq - other.seq);
    },
    /**
     * Stores a new entry and returns it. The same key is the same write: a row that waits or was sent stays, and null is returned; a failed
     * row takes the new input. Rejects if the files of all guards would exceed the limit of the device.
     */
    add(entry: Omit<StoredEntry, 'seq'>): Promise<StoredEntry | null> {
      const sealing = keyOf(entry.guardId).then((key) => sealEntry(key, entry));
      const added = Promise.all([sealing, lastAdd]).then(([made]) =>
        withRow(entry.guardId, entry.key, async (before, store) => {
          if (before && before.state !== 'failed') return null;
          await assertSpace(store, entry, before);
          // IndexedDB assigns the number of a new row.
          const seq = await store.put((before ? { ...made, seq: before.seq } : made) as Row);
          return { ...entry, seq };
        }),
      );
      lastAdd = added.catch(() => undefined);
      return added;
    },
    async put(entry: StoredEntry): Promise<void> {
      const { guardId, key, seq } = entry;
      const made: Row = { ...(await sealEntry(await keyOf(guardId), entry)), seq };
      // A sealed row stays sealed if its key was deleted in the meantime.
      await withRow(guardId, key, (row, store) => store.put(row && isSealed(row) && !isSealed(made) ? changedRow(row, () => entry) : made));
    },
    /** Changes an entry. Returns false if it was dismissed: it does not return. */
    change: (guardId: string, key: string, next: (entry: StoredEntry) => StoredEntry): Promise<boolean> =>
      withRow(guardId, key, async (row, store) => {
        if (row) await store.put(changedRow(row, next));
        return row !== undefined;
      }),
    remove: (guardId: string, key: string): Promise<void> =>
      withRow(guardId, key, async (row, store) => {
        if (row) await store.delete(row.seq);
      }),
    /** Seals the rows of a guard that were stored without a key. */
    async sealPlain(guardId: string): Promise<void> {
      const key = await keyOf(guardId);
      if (!key) return;
      const rows = await within('readonly', (transaction) => transaction.objectStore(STORE).index(BY_GUARD).getAll(guardId));
      for (const row of rows) {
        if (isSealed(row)) continue;
        const made = { ...(await sealEntry(key, row)), seq: row.seq };
        await withRow(guardId, row.key, async (now, store) => {
          // A result or a new input was stored in the meantime. The next call seals it.
          if (!now || isSealed(now) || now.state !== row.state || now.createdAt !== row.createdAt) return;
          await store.put(changedRow(made, () => now));
        });
      }
    },
  };
}
export type EntryStore = ReturnType<typeof createEntryStore>;
