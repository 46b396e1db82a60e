import type { TraceSettings } from '@portal/settings/traces';
import { noTracing, type Tracing } from './tracing';

/** Opens the tracing of a process by its settings. Without them the SDK is not loaded, which would take 0.1 s of the start. */
export async function openTracing(service: string, settings: TraceSettings, warn: (line: string) => void): Promise<Tracing> {
  if (settings.endpoint === null && settings.folder === null) return noTracing();
  const { createTracing, openExporters } = await import('./recording');
  return createTracing(service, await openExporters(service, settings), warn);
}
