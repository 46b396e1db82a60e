import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { openForExport } from '../media/media.service';
import { tableCsv } from './export.csv';
import { exportQueries } from './export.queries';
import { mediaNames, partsOf } from './export.repository';

const about = (at: string) => `What the portal held about you on ${at} (UTC).

Each .json file has its .csv twin for spreadsheets. Times are UTC.
files/ holds your pictures and recordings; the other files name them.
In chat.json other guards appear with their initials, and you as "You".
Bank account numbers are not in it. They are kept encrypted, and only the staff who pay you can read them.
`;

/**
 * Writes a guard's data as a ZIP, part by part and file by file, so that the memory has one of them at a time.
 * @param report gets the share that is done, 0 to 1; throws to stop it.
 */
export async function writeExport(guardId: string, at: string, out: Writable, report: (share: number) => Promise<void>): Promise<void> {
  const zip = new ZipFile();
  const mtime = new Date(at);
  const names = await mediaNames(guardId);
  const steps = exportQueries.length + names.length;
  let done = 0;
  const step = () => report(++done / steps);
  const written = pipeline(zip.outputStream, out);
  const broken = new Promise<never>((_, reject) => written.catch(reject));
  broken.catch(() => {});
  try {
    zip.addBuffer(Buffer.from(about(at)), 'about.txt', { mtime });
    for await (const { file, columns, rows } of partsOf(guardId)) {
      zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${file}.json`, { mtime });
      zip.addBuffer(Buffer.from(tableCsv(columns, rows)), `${file}.csv`, { mtime });
      await step();
    }
    for (const name of names) {
      const source = await openForExport(name);
      try {
        if (source) await Promise.race([addFile(zip, source, name, mtime), broken]);
      } finally {
        source?.destroy();
      }
      await step();
    }
    zip.end();
    await written;
  } catch (error) {
    (zip.outputStream as unknown as { destroy(): void }).destroy();
    await written.catch(() => {});
    throw error;
  }
}

/** Resolves when the file was read. Pictures and sound are not compressed, because they are already. */
const addFile = (zip: ZipFile, source: Readable, name: string, mtime: Date): Promise<void> =>
  new Promise((resolve, reject) => {
    source.once('error', reject);
    source.once('end', resolve);
    zip.addReadStream(source, `files/${name}`, { mtime, compress: false });
  });
