import type { ChildProcess } from 'node:child_process';

/** Where its programs are. */
export const bin: string;
export const owner: { uid?: number; gid?: number };
export function ownedByNobody(folder: string): void;
export function ensurePostgres(): void;
export interface Postgres {
  server: ChildProcess;
  port: number;
}
export function startPostgres(data: string, connections?: number): Promise<Postgres>;
export function stopPostgres(postgres: Pick<Postgres, 'server'>): Promise<void>;
