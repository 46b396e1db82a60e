import { createDatabase, type DBSchema } from '@portal/device/database';
import { isSecret } from './secrets';

/**
 * Long forms kept on the device, in IndexedDB: their values in one store, each chosen file once in another, so that a keystroke does
 * not write pictures again. A draft belongs to one guard and one form; nobody else's is ever read.
 */
export interface DraftKey {
  guardId: string;
  form: string;
}

type Kept = Record<string, unknown>;

export interface KeptDraft {
  /** When it was kept, by the device's clock. */
  at: string;
  values: Kept;
  /** The key of the write that it was sent by. */
  sentAs?: string;
}

interface KeptFile {
  content: Blob;
  name: string;
  type: string;
  lastModified: number;
}

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const FILE = '$file';

const fileIds = new WeakMap<Blob, string>();
const draftId = ({ guardId, form }: DraftKey) => [guardId, form];
/** The ids of the files that are on the device, by draft: writing asks for nothing first, so that it is done when the page goes. */
const stored = new Map<string, Set<string>>();
const storedOf = (key: DraftKey) => stored.get(String(draftId(key))) ?? new Set<string>();
const remember = (key: DraftKey, ids: Iterable<string>) => void stored.set(String(draftId(key)), new Set(ids));
const filesOf = (key: DraftKey) => IDBKeyRange.bound(draftId(key), [...draftId(key), []]);

interface Drafts extends DBSchema {
  drafts: { key: string[]; value: KeptDraft };
  files: { key: string[]; value: KeptFile };
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

/** Takes the files out of `value` into `found`, leaving their ids, and leaves out what is never kept. */
function withoutFiles(value: unknown, found: Map<string, Blob>): unknown {
  if (value instanceof Blob) {
    const id = fileIds.get(value) ?? Date.now().toString(36) + Math.random().toString(36).slice(2);
    fileIds.set(value, id);
    found.set(id, value);
    return { [FILE]: id };
  }
  if (Array.isArray(value)) return value.map((one) => withoutFiles(one, found));
  if (!isPlain(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isSecret(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutFiles(one, found)]));
}

/** Puts the files back; one that is gone becomes null. */
function withFiles(value: unknown, files: ReadonlyMap<string, Blob>): unknown {
  if (Array.isArray(value)) return value.map((one) => withFiles(one, files));
  if (!isPlain(value)) return value;
  if (FILE in value) return files.get(String(value[FILE])) ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFiles(one, files)]));
}

/** Now, as a draft has it. */
export const draftInstant = () => new Date().toISOString();

/** Keeps `values` as the guard's draft of this form. Passwords, codes and bank details are left out, whatever the form is. Rejects when the device refuses. */
export async function keepDraft(
  key: DraftKey,
  values: Readonly<Record<string, unknown>>,
  how: Pick<KeptDraft, 'at' | 'sentAs'> = { at: draftInstant() },
): Promise<void> {
  const found = new Map<string, Blob>();
  const kept = withoutFiles(values, found);
  const before = storedOf(key);
  await device.change((transaction) => {
    const files = transaction.objectStore('files');
    const changes: Promise<unknown>[] = [...before].flatMap((id) => (found.has(id) ? [] : [files.delete([...draftId(key), id])]));
    for (const [id, content] of found) {
      const { name = '', lastModified = Date.now() } = content as Partial<File>;
      if (!before.has(id)) changes.push(files.put({ content, name, type: content.type, lastModified }, [...draftId(key), id]));
    }
    return [...changes, transaction.objectStore('drafts').put({ ...how, values: kept as Kept }, draftId(key))];
  });
  remember(key, found.keys());
}

/** Whether `values` hold a file that is not on the device yet. */
export function hasNewFile(key: DraftKey, values: Readonly<Record<string, unknown>>): boolean {
  const found = new Map<string, Blob>();
  withoutFiles(values, found);
  const before = storedOf(key);
  return [...found.keys()].some((id) => !before.has(id));
}

/** The guard's draft of this form, or null. Sweeps whatever is older than 30 days first. */
export async function readDraft(key: DraftKey): Promise<KeptDraft | null> {
  await sweep();
  return device.within('readonly', async (transaction) => {
    const files = transaction.objectStore('files');
    const [draft, names, kept] = await Promise.all([
      transaction.objectStore('drafts').get(draftId(key)),
      files.getAllKeys(filesOf(key)),
      files.getAll(filesOf(key)),
    ]);
    if (!draft) return null;
    const restored = new Map<string, Blob>();
    for (const [index, { content, name, type, lastModified }] of kept.entries()) {
      const id = names[index]?.[2] ?? '';
      const file = new File([content], name, { type, lastModified });
      fileIds.set(file, id);
      restored.set(id, file);
    }
    remember(key, restored.keys());
    return { ...draft, values: withFiles(draft.values, restored) as Kept };
  });
}

/** Forgets the guard's draft of this form and its files. */
export async function dropDraft(key: DraftKey): Promise<void> {
  await device.change((transaction) => [
    transaction.objectStore('drafts').delete(draftId(key)),
    transaction.objectStore('files').delete(filesOf(key)),
  ]);
  remember(key, []);
}

/** Forgets what a form that was left has kept at one of `ours`. What was kept since is of the form that was opened after it, and stays. */
export async function dropOurs(key: DraftKey, ours: ReadonlySet<string>): Promise<void> {
  const isGone = await device.within('readwrite', async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const draft = await drafts.get(draftId(key));
    if (!draft || !ours.has(draft.at)) return false;
    await Promise.all([drafts.delete(draftId(key)), transaction.objectStore('files').delete(filesOf(key))]);
    return true;
  });
  if (isGone) remember(key, []);
}

/** Forgets the guard's draft, of whichever form, that was sent by the write of this key. What was begun since has another key, or none. */
export async function dropSent(guardId: string, key: string): Promise<void> {
  const gone = await device.within('readwrite', async (transaction) => {
    const [drafts, files] = [transaction.objectStore('drafts'), transaction.objectStore('files')];
    const [names, all] = await Promise.all([drafts.getAllKeys(allOf(guardId)), drafts.getAll(allOf(guardId))]);
    const sent = names.filter((_, index) => all[index]?.sentAs === key).map(([, form = '']) => ({ guardId, form }));
    await Promise.all(sent.flatMap((draft) => [drafts.delete(draftId(draft)), files.delete(filesOf(draft))]));
    return sent;
  });
  for (const draft of gone) remember(draft, []);
}

async function sweep(): Promise<void> {
  const oldest = new Date(Date.now() - KEEP_MS).toISOString();
  await device.within('readwrite', async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const [names, all] = await Promise.all([drafts.getAllKeys(), drafts.getAll()]);
    const old = all.flatMap(({ at }, index) => (at < oldest ? [names[index] ?? []] : []));
    await Promise.all(
      old.flatMap(([guardId = '', form = '']) => {
        const key = { guardId, form };
        return [drafts.delete(draftId(key)), transaction.objectStore('files').delete(filesOf(key))];
      }),
    );
  });
}

/** Every draft of the guard on this device, whatever the form. */
const allOf = (guardId: string) => IDBKeyRange.bound([guardId], [guardId, []]);

/** Whether pictures that the guard has chosen and not sent are on this device. */
export const hasPictures = (guardId: string): Promise<boolean> =>
  device.within('readonly', async (transaction) => (await transaction.objectStore('files').count(allOf(guardId))) > 0);

/** Takes the pictures of the guard's drafts off this device; what was typed stays. */
export async function dropPictures(guardId: string): Promise<void> {
  await device.change((transaction) => [transaction.objectStore('files').delete(allOf(guardId))]);
  for (const id of [...stored.keys()]) if (id.startsWith(`${guardId},`)) stored.delete(id);
}
