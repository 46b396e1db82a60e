import { appendFile, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SpanStatusCode } from '@opentelemetry/api';
import { ExportResultCode, hrTimeToMilliseconds } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** One line of a file of spans. */
export interface StoredSpan {
  traceId: string;
  spanId: string;
  /** Null: the first span of its trace. */
  parentId: string | null;
  service: string;
  name: string;
  /** Ms since 1970. */
  start: number;
  ms: number;
  isError: boolean;
  attributes: Record<string, unknown>;
}

/** Each process has at most two files of this size. */
const LIMITS = { spans: 5_000, bytes: 2_000_000 };

const storedSpan = (span: ReadableSpan, service: string): StoredSpan => ({
  ...{ traceId: span.spanContext().traceId, spanId: span.spanContext().spanId, parentId: span.parentSpanContext?.spanId ?? null },
  ...{ service, name: span.name, start: hrTimeToMilliseconds(span.startTime), ms: hrTimeToMilliseconds(span.duration) },
  isError: span.status.code === SpanStatusCode.ERROR,
  attributes: span.attributes,
});

/**
 * Stores spans as JSON lines in `<service>.jsonl`. A full file is renamed to `<service>.older.jsonl`, which deletes the earlier file of that name. Processes of one
 * service may share the folder.
 */
export function createSpanFile(folder: string, service: string, limits = LIMITS): SpanExporter {
  const file = join(folder, `${service}.jsonl`);
  let spans = 0;
  let writing = Promise.resolve();

  async function write(lines: readonly string[]): Promise<void> {
    const text = lines.join('');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size > 0 && (size + text.length > limits.bytes || spans + lines.length > limits.spans)) {
      await rename(file, join(folder, `${service}.older.jsonl`));
      spans = 0;
    }
    await appendFile(file, text, { mode: 0o600 });
    spans += lines.length;
  }
  return {
    export(ended, done) {
      const lines = ended.map((span) => `${JSON.stringify(storedSpan(span, service))}\n`);
      writing = writing
        .then(() => write(lines))
        .then(
          () => done({ code: ExportResultCode.SUCCESS }),
          (error: Error) => done({ code: ExportResultCode.FAILED, error }),
        );
    },
    forceFlush: () => writing,
    shutdown: () => writing,
  };
}

function spanOf(line: string): StoredSpan[] {
  try {
    return [JSON.parse(line) as StoredSpan];
  } catch {
    // The process is writing this line, or a full disk cut it.
    return [];
  }
}

/** All stored spans of a folder; none if there is no such folder. */
export async function readSpans(folder: string): Promise<StoredSpan[]> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.filter((name) => name.endsWith('.jsonl')).map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter(Boolean).flatMap(spanOf));
}
