const isPlain = (value: unknown): value is Record<string, unknown> => Object.prototype.toString.call(value) === '[object Object]';

export function filesOf(value: unknown): Blob[] {
  if (value instanceof Blob) return [value];
  if (Array.isArray(value)) return value.flatMap(filesOf);
  return isPlain(value) ? Object.values(value).flatMap(filesOf) : [];
}

/** The size of all files of an input, in bytes. */
export const bytesOf = (input: unknown): number => filesOf(input).reduce((sum, { size }) => sum + size, 0);

/** Returns the input with each file replaced. It replaces one file at a time, so that the memory never contains the bytes of all files. */
export async function withFiles(value: unknown, replace: (file: Blob) => Promise<Blob>): Promise<unknown> {
  if (value instanceof Blob) return replace(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const one of value) list.push(await withFiles(one, replace));
    return list;
  }
  if (!isPlain(value)) return value;
  const record: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) record[key] = await withFiles(one, replace);
  return record;
}
