/**
 * Long forms kept on the device, in IndexedDB: their values in one store, each chosen file once in another, so that a keystroke does
 * not write pictures again. A draft belongs to one guard and one form; nobody else's is ever read.
 */
export interface DraftKey {
  guardId: string;
  form: string;
}

export interface KeptDraft {
  /** When it was kept, by the device's clock. */
  at: string;
  values: Record<string, unknown>;
}

interface KeptFile {
  content: Blob;
  name: string;
  type: string;
  lastModified: number;
}

const DATABASE = 'portal-drafts';
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const FILE = '$file';

const fileIds = new WeakMap<Blob, string>();
const draftId = ({ guardId, form }: DraftKey) => [guardId, form];
/** The ids of the files that are on the device, by draft: writing asks for nothing first, so that it is done when the page goes. */
const stored = new Map<string, Set<string>>();
const storedOf = (key: DraftKey) => stored.get(String(draftId(key))) ?? new Set<string>();
const remember = (key: DraftKey, ids: Iterable<string>) => void stored.set(String(draftId(key)), new Set(ids));
const filesOf = (key: DraftKey) => IDBKeyRange.bound(draftId(key), [...draftId(key), []]);

const answerOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('drafts');
    request.result.createObjectStore('files');
  };
  return answerOf(request).then((opened) => {
    const forget = () => {
      database = undefined;
    };
    opened.onclose = forget;
    // A later release in another tab must not wait for this one.
    opened.onversionchange = () => {
      opened.close();
      forget();
    };
    return opened;
  });
}

interface Stores {
  drafts: IDBObjectStore;
  files: IDBObjectStore;
}

/** Runs `work` in one transaction over both stores; resolves once it is on the device. Work that awaits nothing is committed at once. */
async function inStores<Result>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<Result> | Result): Promise<Result> {
  database ??= open();
  database.catch(() => {
    database = undefined;
  });
  const transaction = (await database).transaction(['drafts', 'files'], mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const working = work({ drafts: transaction.objectStore('drafts'), files: transaction.objectStore('files') });
  // Asked for at once: a page that goes away would not come to it.
  if (!(working instanceof Promise)) transaction.commit();
  const [result] = await Promise.all([working, done]);
  return result;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** Takes the files out of `value` into `found`, leaving their ids. */
function withoutFiles(value: unknown, found: Map<string, Blob>): unknown {
  if (value instanceof Blob) {
    const id = fileIds.get(value) ?? Date.now().toString(36) + Math.random().toString(36).slice(2);
    fileIds.set(value, id);
    found.set(id, value);
    return { [FILE]: id };
  }
  if (Array.isArray(value)) return value.map((one) => withoutFiles(one, found));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutFiles(one, found)]));
}

/** Puts the files back; one that is gone becomes null. */
function withFiles(value: unknown, files: ReadonlyMap<string, Blob>): unknown {
  if (Array.isArray(value)) return value.map((one) => withFiles(one, files));
  if (!isPlain(value)) return value;
  if (FILE in value) return files.get(String(value[FILE])) ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFiles(one, files)]));
}

const isSecret = (name: string) => /password|otp/i.test(name);

/** Keeps `values` as the guard's draft of this form. Passwords and codes are left out, whatever the form is. Rejects when the device refuses. */
export async function keepDraft(key: DraftKey, values: Readonly<Record<string, unknown>>): Promise<void> {
  const found = new Map<string, Blob>();
  const kept = withoutFiles(Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))), found);
  const before = storedOf(key);
  await inStores('readwrite', ({ drafts, files }) => {
    for (const [id, content] of found) {
      const { name = '', lastModified = Date.now() } = content as Partial<File>;
      if (!before.has(id)) files.put({ content, name, type: content.type, lastModified } satisfies KeptFile, [...draftId(key), id]);
    }
    for (const id of before) if (!found.has(id)) files.delete([...draftId(key), id]);
    drafts.put({ at: new Date().toISOString(), values: kept }, draftId(key));
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
  return inStores('readonly', async ({ drafts, files }) => {
    const [draft, names, kept] = await Promise.all([
      answerOf<KeptDraft | undefined>(drafts.get(draftId(key))),
      answerOf(files.getAllKeys(filesOf(key))),
      answerOf<KeptFile[]>(files.getAll(filesOf(key))),
    ]);
    if (!draft) return null;
    const restored = new Map<string, Blob>();
    for (const [index, { content, name, type, lastModified }] of kept.entries()) {
      const id = (names[index] as string[])[2] ?? '';
      const file = new File([content], name, { type, lastModified });
      fileIds.set(file, id);
      restored.set(id, file);
    }
    remember(key, restored.keys());
    return { at: draft.at, values: withFiles(draft.values, restored) as Record<string, unknown> };
  });
}

/** Forgets the guard's draft of this form and its files. */
export async function dropDraft(key: DraftKey): Promise<void> {
  await inStores('readwrite', ({ drafts, files }) => {
    drafts.delete(draftId(key));
    files.delete(filesOf(key));
  });
  remember(key, []);
}

async function sweep(): Promise<void> {
  const oldest = new Date(Date.now() - KEEP_MS).toISOString();
  await inStores('readwrite', async ({ drafts, files }) => {
    const [names, all] = await Promise.all([answerOf(drafts.getAllKeys()), answerOf<KeptDraft[]>(drafts.getAll())]);
    for (const [index, { at }] of all.entries()) {
      const [guardId = '', form = ''] = names[index] as string[];
      if (at >= oldest) continue;
      drafts.delete([guardId, form]);
      files.delete(filesOf({ guardId, form }));
    }
  });
}
