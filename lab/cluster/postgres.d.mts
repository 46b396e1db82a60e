import type { ChildProcess } from 'node:child_process';

/** The folder of PostgreSQL's programs. */
export const bin: string;
export const owner: { uid?: number; gid?: number };
export function giveToNobody(folder: string): void;
export function ensurePostgres(): void;
export interface Postgres {
  server: ChildProcess;
  port: number;
}
export function startPostgres(data: string, connections?: number): Promise<Postgres>;
export function stopPostgres(postgres: Pick<Postgres, 'server'>): Promise<void>;
