import { join } from 'node:path';
import type { Values } from './read';

/** Where a process sends its spans. */
export interface TraceSettings {
  /** Address of an OTLP collector; null: spans are sent nowhere. */
  endpoint: string | null;
  /** Folder of the newest spans; null: none are stored. */
  folder: string | null;
}

/** The folder of the newest spans in PORTAL_DATA. */
export const traceFolder = (data: string): string => join(data, 'traces');

/** `data`: the folder PORTAL_DATA. */
export const traceSettings = (
  { PORTAL_TRACES, OTEL_EXPORTER_OTLP_ENDPOINT }: Pick<Values<'API' | 'host'>, 'PORTAL_TRACES' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  data: string,
): TraceSettings => ({
  endpoint: OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  folder: PORTAL_TRACES === 'on' ? traceFolder(data) : null,
});
