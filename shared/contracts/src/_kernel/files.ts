const isPlain = (value: unknown): value is Record<string, unknown> => Object.prototype.toString.call(value) === '[object Object]';

/** The files of an input, wherever they stand in it. */
export function filesOf(value: unknown): Blob[] {
  if (value instanceof Blob) return [value];
  if (Array.isArray(value)) return value.flatMap(filesOf);
  return isPlain(value) ? Object.values(value).flatMap(filesOf) : [];
}

/** How many bytes the files of an input have. */
export const bytesOf = (input: unknown): number => filesOf(input).reduce((sum, { size }) => sum + size, 0);

/** The same input with each file replaced, one after the other: their bytes are never in the memory all at once. */
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
