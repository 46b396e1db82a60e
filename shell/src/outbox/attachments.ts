import { bytesOf, withFiles } from '@portal/contracts/_kernel/files';
import { limits } from '@portal/contracts/_kernel/limits';

/** The same file with its bytes in the memory: what was chosen may be a reference to something that goes. */
async function copied(file: Blob): Promise<Blob> {
  const bytes = await file.arrayBuffer();
  if (!(file instanceof File)) return new Blob([bytes], { type: file.type });
  return new File([bytes], file.name, { type: file.type, lastModified: file.lastModified });
}

/** The input as the device keeps it. Rejects when a file cannot be read, or when they are more than may be kept of one write. */
export async function copyForStorage(input: unknown): Promise<{ input: unknown; bytes?: number }> {
  const bytes = bytesOf(input);
  if (bytes === 0) return { input };
  if (bytes > limits.kept.write) throw new Error(`Too large to be kept: ${bytes} bytes`);
  return { input: await withFiles(input, copied), bytes };
}

/** The input as it is sent: some browsers send a file of their database as if it were empty. Null when its bytes are gone. */
export async function copyForSending(input: unknown): Promise<{ input: unknown } | null> {
  try {
    return { input: await withFiles(input, copied) };
  } catch {
    return null;
  }
}
