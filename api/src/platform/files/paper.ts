import { paperMessages, uploadMessages } from '@portal/contracts/_kernel/upload';
import { type ReadUpload, readImage } from './images';

const HEAD = '%PDF-';
const END = '%%EOF';
/** Where the end mark of a PDF must stand: some programs write a little after it. */
const TAIL = 2048;

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/**
 * A PDF or a picture of a call, by its bytes: a picture is made anew, a PDF is kept as it came when it has its first and its last mark.
 * Whoever opens a PDF does so in a program of their own: it is never shown by the portal.
 */
export async function readPaper(upload: Blob): Promise<ReadUpload> {
  const bytes = new Uint8Array(await upload.arrayBuffer());
  if (textOf(bytes.subarray(0, HEAD.length)) === HEAD) {
    if (!textOf(bytes.subarray(-TAIL)).includes(END)) return { problem: paperMessages.damaged };
    return { file: new File([bytes], upload instanceof File ? upload.name : 'file.pdf', { type: 'application/pdf' }) };
  }
  const read = await readImage(upload);
  return 'problem' in read && read.problem === uploadMessages.notAnImage ? { problem: paperMessages.notPaper } : read;
}
