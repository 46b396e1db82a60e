import { type Sealed, seal, unseal } from '@portal/device/sealed';
import type { Stored } from './stored';

/** The text and the files of a write, and its reply: sealed as one value. The rest of a row orders and schedules it. */
type Content = Pick<Stored, 'what' | 'input' | 'reply'>;

/** Files are Blobs: the device does not load their bytes at each reading of the row. */
interface SealedContent {
  value: Sealed['value'];
  files: { nonce: Sealed['value']['nonce']; bytes: Blob }[];
}
type SealedRow = Omit<Stored, keyof Content | 'isShut'> & { sealed: SealedContent };

/** An entry as the device has it: sealed; or plain, written without a key or by a release before this one. */
export type Row = Stored | SealedRow;
type Unnumbered = Omit<Stored, 'seq'>;

/** A sealed row has another owner: a release before this one does not find it, and so does not send it without its input. */
const SEALED = 'sealed ';
export const ownersOf = (guardId: string): string[] => [guardId, SEALED + guardId];
const guardOf = (owner: string): string => (owner.startsWith(SEALED) ? owner.slice(SEALED.length) : owner);

export const isSealed = (row: object): row is SealedRow => 'sealed' in row;
const about = ({ guardId, key }: Pick<Stored, 'guardId' | 'key'>) => `write ${guardOf(guardId)} ${key}`;

/** The entry sealed with the key; the entry itself without one. */
export async function sealEntry(key: CryptoKey | null, entry: Unnumbered): Promise<Unnumbered | Omit<SealedRow, 'seq'>> {
  if (!key) return entry;
  const { what, input, reply, ...rest } = entry;
  const { value, files } = await seal(key, about(entry), { what, input, reply });
  const sealed = { value, files: files.map(({ nonce, bytes }) => ({ nonce, bytes: new Blob([bytes]) })) };
  return { ...rest, guardId: SEALED + entry.guardId, sealed };
}

/** The next state of a row. The content of a sealed one stays as it is. */
export function changedRow(row: Row, next: (entry: Stored) => Stored): Row {
  if (!isSealed(row)) return next(row);
  const { sealed, ...rest } = row;
  const { what: _what, input: _input, reply: _reply, isShut: _isShut, ...changed } = next({ ...rest, what: '', input: undefined });
  return { ...changed, guardId: row.guardId, seq: row.seq, sealed };
}

async function unsealed(key: CryptoKey, row: SealedRow): Promise<Content> {
  const { value, files } = row.sealed;
  const loaded: Sealed['files'] = [];
  for (const { nonce, bytes } of files) loaded.push({ nonce, bytes: await bytes.arrayBuffer() });
  return (await unseal(key, about(row), { value, files: loaded })) as Content;
}

const shut = { what: 'An entry that this device cannot open yet', input: undefined, isShut: true } as const;

/** Opens rows. Each content is decrypted once. */
export function createOpener(report: (detail: string) => void) {
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

  /** The entries of rows. A row that does not open waits, is shown, and is not sent. */
  return async function open(key: CryptoKey | null, rows: readonly Row[]): Promise<Stored[]> {
    const entries: Stored[] = [];
    for (const row of rows) {
      if (!isSealed(row)) {
        entries.push(row);
        continue;
      }
      const content = key && (await contentOf(key, row));
      const { sealed: _, ...rest } = row;
      entries.push({ ...rest, ...(content ?? shut), guardId: guardOf(row.guardId) });
    }
    const there = new Set(rows.map((row) => row.key));
    for (const key of known.keys()) if (!there.has(key)) known.delete(key);
    return entries;
  };
}
