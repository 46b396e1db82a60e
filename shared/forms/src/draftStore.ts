import { dropChatRows } from '@portal/device/chatRows';
import { createDatabase, type DBSchema } from '@portal/device/database';
import { draftKey, dropKeys } from '@portal/device/keys';
import { DoesNotOpen, type SealedValue, seal, unseal } from '@portal/device/sealed';
import { withStorageDeadline } from '@portal/device/storageDeadline';
import { isSensitive } from './sensitiveFields';

/**
 * Drafts in IndexedDB. Values and files have separate stores, so that a keystroke does not write pictures again. A draft belongs to one
 * guard and one form. Values and files are sealed with the guard's key on this device, which logout destroys. A browser without WebCrypto
 * stores them unsealed.
 */
export interface DraftKey {
  guardId: string;
  form: string;
}

type Values = Record<string, unknown>;

export interface StoredDraft {
  /** ISO instant of the write, by the clock of this device. */
  at: string;
  values: Values;
  /** Key of the write that sent these values. */
  sentAs?: string;
  /**
   * Idempotency key of these values, so that two tabs that send the same draft send one write. Drafts of the previous release have none.
   */
  key?: string;
}

interface StoredFile {
  content: Blob;
  name: string;
  type: string;
  lastModified: number;
}

/** A stored row: sealed, or unsealed by the previous release or a browser without WebCrypto. */
type DraftRow = StoredDraft | (Omit<StoredDraft, 'values'> & { sealed: SealedValue });
type FileRow = StoredFile | { sealed: SealedValue };

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const FILE = '$file';

const fileIds = new WeakMap<Blob, string>();
/** Sealed drafts have another name. The previous release then finds no draft instead of a row without values. */
const SEALED = 'sealed ';
const plainId = ({ guardId, form }: DraftKey) => [guardId, form];
const sealedId = ({ guardId, form }: DraftKey) => [guardId, SEALED + form];
const bothIds = (key: DraftKey) => [sealedId(key), plainId(key)];
const isSealedName = (form: string) => form.startsWith(SEALED);
/** Ids of the stored files of each draft. A write needs no read before it, so it completes while the page closes. */
const stored = new Map<string, Set<string>>();
const storedOf = (key: DraftKey) => stored.get(String(plainId(key))) ?? new Set<string>();
const remember = (key: DraftKey, ids: Iterable<string>) => void stored.set(String(plainId(key)), new Set(ids));
const filesOf = (id: string[]) => IDBKeyRange.bound(id, [...id, []]);

interface Drafts extends DBSchema {
  drafts: { key: string[]; value: DraftRow };
  files: { key: string[]; value: FileRow };
}

const device = createDatabase<Drafts>({
  name: 'portal-drafts',
  create: (database) => {
    database.createObjectStore('drafts');
    database.createObjectStore('files');
  },
});

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** Returns a copy of `value` with ids instead of files and without sensitive fields. Adds the files to `found`. */
function withoutFiles(value: unknown, found: Map<string, Blob>): unknown {
  if (value instanceof Blob) {
    const id = fileIds.get(value) ?? Date.now().toString(36) + Math.random().toString(36).slice(2);
    fileIds.set(value, id);
    found.set(id, value);
    return { [FILE]: id };
  }
  if (Array.isArray(value)) return value.map((one) => withoutFiles(one, found));
  if (!isPlain(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isSensitive(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutFiles(one, found)]));
}

/** Replaces the ids by the files. A missing file becomes null. */
function withFiles(value: unknown, files: ReadonlyMap<string, Blob>): unknown {
  if (Array.isArray(value)) return value.map((one) => withFiles(one, files));
  if (!isPlain(value)) return value;
  if (FILE in value) return files.get(String(value[FILE])) ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFiles(one, files)]));
}

/** Returns the values as text: files by id, without sensitive fields. Two tabs get the same text for the same draft. */
export const draftText = (values: Readonly<Record<string, unknown>>): string => JSON.stringify(withoutFiles(values, new Map()));

export const draftInstant = () => new Date().toISOString();

interface Writing {
  at: string;
  /** A later write, or a deletion, began while this one was being sealed. */
  isSuperseded: boolean;
  /** Settles after the write succeeded or failed. */
  done: Promise<void>;
}

/** The last write of each draft. Sealing takes time, and an earlier write must not overwrite a later one. */
const writings = new Map<string, Writing>();
function supersede(key: DraftKey, next: Writing | null): void {
  const before = writings.get(String(plainId(key)));
  if (before) before.isSuperseded = true;
  if (next) writings.set(String(plainId(key)), next);
}

/** The latest sealed values of each draft, because a closing page has no time to seal. */
const prepared = new Map<string, { text: string; key: CryptoKey; sealed: SealedValue | null }>();
/** Keys of the drafts that this page has read. */
const keys = new Map<string, CryptoKey | null>();

const about = (key: DraftKey, file = '') => `draft ${key.guardId} ${key.form} ${file}`;

async function keyFor(key: DraftKey): Promise<CryptoKey | null> {
  const id = String(plainId(key));
  const known = keys.get(id);
  if (known !== undefined) return known;
  const found = await draftKey(key.guardId);
  keys.set(id, found);
  return found;
}

/** Seals the values in advance: a draft is written 400 ms after input, and a closing page has no time to seal. */
export function prepareDraft(key: DraftKey, values: Readonly<Record<string, unknown>>): void {
  const secret = keys.get(String(plainId(key)));
  if (!secret) return;
  const kept = withoutFiles(values, new Map());
  const next = { text: JSON.stringify(kept), key: secret, sealed: null as SealedValue | null };
  prepared.set(String(plainId(key)), next);
  // `saveDraft` seals again and reports the failure.
  seal(secret, about(key), kept).then(
    (sealed) => {
      next.sealed = sealed;
    },
    () => undefined,
  );
}

/** Returns prepared values synchronously. */
function sealValues(key: DraftKey, secret: CryptoKey, kept: unknown): SealedValue | Promise<SealedValue> {
  const ready = prepared.get(String(plainId(key)));
  if (ready?.sealed && ready.key === secret && ready.text === JSON.stringify(kept)) return ready.sealed;
  return seal(secret, about(key), kept);
}

function fileRow(content: Blob): StoredFile {
  const { name = '', lastModified = Date.now() } = content as Partial<File>;
  return { content, name, type: content.type, lastModified };
}

/** The sealed form of each file, possibly still in progress. */
const fileSeals = new WeakMap<Blob, { of: string; secret: CryptoKey; sealed: Promise<SealedValue> }>();

/**
 * Seals each file once, even if several writes begin before the first one ends. Otherwise typing after adding pictures delays every write.
 */
function sealFile(key: DraftKey, secret: CryptoKey, id: string, content: Blob): Promise<SealedValue> {
  const of = about(key, id);
  const begun = fileSeals.get(content);
  if (begun?.of === of && begun.secret === secret) return begun.sealed;
  const sealed = seal(secret, of, fileRow(content));
  fileSeals.set(content, { of, secret, sealed });
  sealed.catch(() => fileSeals.delete(content));
  return sealed;
}

/** Stores `values` as the guard's draft of this form, without passwords, codes and bank details. Rejects if the device refuses. */
export function saveDraft(
  key: DraftKey,
  values: Readonly<Record<string, unknown>>,
  how: Omit<StoredDraft, 'values'> = { at: draftInstant() },
): Promise<void> {
  const writing: Writing = { at: how.at, isSuperseded: false, done: Promise.resolve() };
  supersede(key, writing);
  const written = write(key, values, how, writing);
  writing.done = written.catch(() => undefined);
  return written;
}

/**
 * Stores `values` of a form that was removed before its draft was read, unless the reading finds a draft. A new form with this key waits for it.
 *
 * @param isAllowed false after a logout: the reading may have made a new key since
 */
export function saveAfterReading(
  key: DraftKey,
  values: Readonly<Record<string, unknown>>,
  reading: Promise<StoredDraft | null>,
  isAllowed: () => boolean,
): void {
  const at = draftInstant();
  const writing: Writing = { at, isSuperseded: false, done: Promise.resolve() };
  const save = async () => {
    if ((await withStorageDeadline(reading)) === null && isAllowed()) await write(key, values, { at }, writing);
  };
  // If the device refuses, the form is gone and shows no warning.
  writing.done = save().catch(() => undefined);
  writings.set(String(plainId(key)), writing);
}

async function write(
  key: DraftKey,
  values: Readonly<Record<string, unknown>>,
  how: Omit<StoredDraft, 'values'>,
  writing: Writing,
): Promise<void> {
  const found = new Map<string, Blob>();
  const kept = withoutFiles(values, found) as Values;
  const before = storedOf(key);
  const added = [...found].filter(([id]) => !before.has(id));

  const known = keys.get(String(plainId(key)));
  const secret = known === undefined ? await keyFor(key) : known;
  let row: DraftRow = { ...how, values: kept };
  let files: [string, FileRow][] = added.map(([id, content]) => [id, fileRow(content)]);
  if (secret) {
    const values = sealValues(key, secret, kept);
    row = { ...how, sealed: values instanceof Promise ? await values : values };
    files = [];
    for (const [id, content] of added) files.push([id, { sealed: await sealFile(key, secret, id, content) }]);
  }
  if (writing.isSuperseded) return;
  const [own, other] = secret ? bothIds(key) : bothIds(key).reverse();
  await device.write((transaction) => {
    const [drafts, all] = [transaction.objectStore('drafts'), transaction.objectStore('files')];
    const gone = [...before].filter((id) => !found.has(id)).map((id) => all.delete([...(own ?? []), id]));
    const puts = files.map(([id, file]) => all.put(file, [...(own ?? []), id]));
    return [...gone, ...puts, drafts.delete(other ?? []), all.delete(filesOf(other ?? [])), drafts.put(row, own ?? [])];
  });
  remember(key, found.keys());
}

/** Whether `values` contain a file that is not stored yet. */
export function hasNewFile(key: DraftKey, values: Readonly<Record<string, unknown>>): boolean {
  const found = new Map<string, Blob>();
  withoutFiles(values, found);
  const before = storedOf(key);
  return [...found.keys()].some((id) => !before.has(id));
}

/** Returns null if logout destroyed the key. */
async function openOrNull(secret: CryptoKey | null, of: string, sealed: SealedValue): Promise<unknown> {
  if (!secret) return null;
  try {
    return await unseal(secret, of, sealed);
  } catch (error) {
    if (error instanceof DoesNotOpen) return null;
    throw error;
  }
}

/** Returns the draft of a row, or null if logout destroyed its key. Files that cannot be opened are left out. */
async function openRow(
  key: DraftKey,
  secret: CryptoKey | null,
  row: DraftRow,
  files: ReadonlyMap<string, FileRow>,
): Promise<StoredDraft | null> {
  const values = 'sealed' in row ? await openOrNull(secret, about(key), row.sealed) : row.values;
  if (values === null) return null;
  const restored = new Map<string, Blob>();
  for (const [id, row] of files) {
    const kept = ('sealed' in row ? await openOrNull(secret, about(key, id), row.sealed) : row) as StoredFile | null;
    if (!kept) continue;
    const file = new File([kept.content], kept.name, { type: kept.type, lastModified: kept.lastModified });
    fileIds.set(file, id);
    restored.set(id, file);
  }
  remember(key, restored.keys());
  const { at, sentAs, key: sendKey } = row;
  return { at, ...(sentAs && { sentAs }), ...(sendKey && { key: sendKey }), values: withFiles(values, restored) as Values };
}

/** Returns the guard's draft of this form, or null. First deletes all drafts that are older than 30 days. */
export async function readDraft(key: DraftKey): Promise<StoredDraft | null> {
  // A form that was just unmounted may still be sealing its last entries.
  await writings.get(String(plainId(key)))?.done;
  await deleteExpired();
  const secret = await draftKey(key.guardId);
  keys.set(String(plainId(key)), secret);
  const found = await device.transact('readonly', async (transaction) => {
    const files = transaction.objectStore('files');
    for (const id of bothIds(key)) {
      const [draft, names, kept] = await Promise.all([
        transaction.objectStore('drafts').get(id),
        files.getAllKeys(filesOf(id)),
        files.getAll(filesOf(id)),
      ]);
      if (draft) return { draft, files: new Map(kept.map((file, index) => [names[index]?.[2] ?? '', file])) };
    }
    return null;
  });
  const draft = found && (await openRow(key, secret, found.draft, found.files));
  // The next write replaces an unsealed row and its files by sealed ones.
  if (!draft || (secret && found && !('sealed' in found.draft))) remember(key, []);
  return draft;
}

/** Deletes the guard's draft of this form and its files. */
export async function deleteDraft(key: DraftKey): Promise<void> {
  supersede(key, null);
  await device.write((transaction) =>
    bothIds(key).flatMap((id) => [transaction.objectStore('drafts').delete(id), transaction.objectStore('files').delete(filesOf(id))]),
  );
  remember(key, []);
}

/**
 * Deletes the draft if it was written at one of `ours`, the instants of an unmounted form. A later draft belongs to another form and stays.
 */
export async function deleteIfWrittenBy(key: DraftKey, ours: ReadonlySet<string>): Promise<void> {
  if (ours.has(writings.get(String(plainId(key)))?.at ?? '')) supersede(key, null);
  const isGone = await device.transact('readwrite', async (transaction) => {
    const [drafts, files] = [transaction.objectStore('drafts'), transaction.objectStore('files')];
    let isOurs = false;
    for (const id of bothIds(key)) {
      const draft = await drafts.get(id);
      if (!draft || !ours.has(draft.at)) continue;
      await Promise.all([drafts.delete(id), files.delete(filesOf(id))]);
      isOurs = true;
    }
    return isOurs;
  });
  if (isGone) remember(key, []);
}

/** Deletes the guard's draft that was sent by the write with this key. A later draft has another key, or none. */
export async function deleteSentDraft(guardId: string, key: string): Promise<void> {
  const gone = await device.transact('readwrite', async (transaction) => {
    const [drafts, files] = [transaction.objectStore('drafts'), transaction.objectStore('files')];
    const [names, all] = await Promise.all([drafts.getAllKeys(allOf(guardId)), drafts.getAll(allOf(guardId))]);
    const sent = names.filter((_, index) => all[index]?.sentAs === key);
    await Promise.all(sent.flatMap((id) => [drafts.delete(id), files.delete(filesOf(id))]));
    return sent;
  });
  for (const [, form = ''] of gone) remember({ guardId, form: isSealedName(form) ? form.slice(SEALED.length) : form }, []);
}

async function deleteExpired(): Promise<void> {
  const oldest = new Date(Date.now() - MAX_AGE_MS).toISOString();
  await device.transact('readwrite', async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const [names, all] = await Promise.all([drafts.getAllKeys(), drafts.getAll()]);
    const old = all.flatMap(({ at }, index) => (at < oldest ? [names[index] ?? []] : []));
    await Promise.all(old.flatMap((id) => [drafts.delete(id), transaction.objectStore('files').delete(filesOf(id))]));
  });
}

/** All drafts of the guard on this device. */
const allOf = (guardId: string) => IDBKeyRange.bound([guardId], [guardId, []]);

/** Whether this device has an unsent draft of the guard. */
export const hasDrafts = (guardId: string): Promise<boolean> =>
  device.transact('readonly', async (transaction) => (await transaction.objectStore('drafts').count(allOf(guardId))) > 0);

/** Destroys the guard's keys, drafts and stored chats on this device. Another tab may still write a draft, sealed with a destroyed key. */
export async function forgetGuard(guardId: string): Promise<void> {
  await dropKeys(guardId);
  await Promise.all([
    device.write((transaction) => (['drafts', 'files'] as const).map((name) => transaction.objectStore(name).delete(allOf(guardId)))),
    dropChatRows(guardId),
  ]);
  for (const all of [stored, keys, prepared]) for (const id of [...all.keys()]) if (id.startsWith(`${guardId},`)) all.delete(id);
}
