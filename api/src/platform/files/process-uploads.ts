import { reach, type Schema } from 'yup';
import { failValidation } from '../http/errors';
import { remuxAudio } from './audio';
import { checkDocument } from './document-uploads';
import { type ProcessedUpload, reencodeImage, type UploadSender } from './images';

interface Walk {
  schema: Schema;
  lane: UploadSender;
  problems: Record<string, string>;
}

/** Processes a file by the rule of its field: a recording, a document, or a picture of the listed formats. */
function processAt({ schema, lane }: Walk, path: string, upload: Blob): Promise<ProcessedUpload> {
  const { upload: kind, formats } = (reach(schema, path) as Schema).describe().meta as { upload?: string; formats?: readonly string[] };
  if (kind === 'audio') return remuxAudio(upload);
  return kind === 'paper' ? checkDocument(upload, lane) : reencodeImage(upload, lane, formats);
}

async function walk(value: unknown, path: string, walking: Walk): Promise<unknown> {
  if (value instanceof Blob) {
    const read = await processAt(walking, path, value);
    if ('file' in read) return read.file;
    walking.problems[path] = read.problem;
    return value;
  }
  if (Array.isArray(value)) {
    const rows: unknown[] = [];
    for (const [index, one] of value.entries()) rows.push(await walk(one, `${path}[${index}]`, walking));
    return rows;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const made: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) made[key] = await walk(one, path ? `${path}.${key}` : key, walking);
  return made;
}

/** The input of a multipart call with every picture and recording re-encoded. Throws 400 with every invalid file. */
export async function processUploads<T>(schema: Schema, input: T, lane: UploadSender): Promise<T> {
  const problems: Record<string, string> = {};
  const made = await walk(input, '', { schema, lane, problems });
  if (Object.keys(problems).length > 0) failValidation(problems);
  return made as T;
}
