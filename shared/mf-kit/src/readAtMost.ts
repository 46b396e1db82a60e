/** More than any registry, page or `module.json`. */
export const MOST_DOCUMENT_BYTES = 4 * 2 ** 20;

/**
 * Reads the body of a reply. Rejects at the first byte above `mostBytes`, because a server that does not end its reply must not fill the memory
 * of its reader.
 */
export async function readAtMost(
  { body, url }: Pick<Response, 'body' | 'url'>,
  mostBytes = MOST_DOCUMENT_BYTES,
  onChunk: () => void = () => undefined,
) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    onChunk();
    size += part.value.length;
    if (size > mostBytes) {
      reader?.cancel().catch(() => undefined);
      throw new Error(`${url} has more than ${mostBytes} bytes`);
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Reads the body as JSON. */
export const readJson = async <T>(reply: Pick<Response, 'body' | 'url'>, mostBytes?: number): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await readAtMost(reply, mostBytes))) as T;
