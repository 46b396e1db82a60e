import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Starts an API that must exit with 1 and this one line on stderr. @returns null, or its actual result */
function refusal(folder: string, env: Record<string, string>, line: string): string | null {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'api/src/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, PORT: '0', PORTAL_MODE: 'demo', SEED: 'none', PORTAL_DATA: join(folder, 'refused'), ...env },
  });
  const isRight = status === 1 && stderr.includes(line) && stderr.trim().split('\n').length === 1;
  return isRight ? null : `instead of "${line}": ${status} ${stderr.trim()}`;
}

/** Wrong pooler settings must produce one line before the API serves. */
export function findWrongStarts(folder: string, urls: { pooler: string; direct: string; nowhere: string }): string[] {
  const pooled = { DATABASE_URL: urls.pooler, DATABASE_DIRECT_URL: urls.direct };
  return [
    refusal(folder, { DATABASE_URL: urls.pooler }, 'DATABASE_URL leads to a pooler: name the database itself in DATABASE_DIRECT_URL'),
    refusal(folder, { ...pooled, DATABASE_DIRECT_URL: urls.pooler }, 'DATABASE_DIRECT_URL leads to a pooler'),
    refusal(folder, { ...pooled, DATABASE_DIRECT_URL: urls.nowhere }, 'DATABASE_DIRECT_URL does not lead to a database'),
    refusal(folder, pooled, "alter role postgres set timezone = 'UTC';"),
  ].filter((one) => one !== null);
}
