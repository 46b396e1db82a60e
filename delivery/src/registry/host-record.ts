import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The addresses of the portal host that serves a store on this machine. */
export interface HostRecord {
  pid: number;
  /** The port on which it listens. */
  port: number;
  /** The public address of the portal. */
  url: string;
  apiUrl: string;
}

/** Next to the keys, never in a bucket: a writer of the store could name another API to the gate. */
const fileOf = (data: string) => join(data, 'host.json');

export function readHostRecord(data: string): HostRecord | null {
  try {
    return JSON.parse(readFileSync(fileOf(data), 'utf8')) as HostRecord;
  } catch {
    return null;
  }
}

export const writeHostRecord = (data: string, record: HostRecord): void => writeFileSync(fileOf(data), JSON.stringify(record));

/** Another host may have started on this store in the meantime; its record stays. */
export function removeHostRecord(data: string): void {
  if (readHostRecord(data)?.pid === process.pid) rmSync(fileOf(data), { force: true });
}
