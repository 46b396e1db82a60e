import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { makeGuard } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications, notify } from '@portal/contracts/notifications/notifications.endpoints';
import pg from 'pg';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { caller } from '../bench/api/caller';
import { answers, type Child, start } from '../portal/child.mjs';
import { freePort } from '../portal/preconditions.mjs';
import { startBalancer } from './balancer';
import { makeGuards } from './people';

const root = resolve(import.meta.dirname, '../..');
const CALLERS = 16;

export interface Restarted {
  answered: number;
  /** Each in words: whatever is not 200, and whatever had no answer. */
  errors: string[];
  /** Writes that were acknowledged and are not there. */
  lost: number;
  /** How long each process took to leave. */
  leaveMs: number[];
}

/** Two processes over one database, restarted in turn as an operator does, while callers read and write by what stands before them. */
export async function restartUnderLoad(folder: string, restarts: number, say: (line: string) => void): Promise<Restarted> {
  mkdirSync(folder, { recursive: true });
  const server = await startEmbedded(join(folder, 'pg'));
  const staffToken = randomBytes(24).toString('base64url');
  const DATABASE_URL = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(server.connection.host ?? '')}`;
  const ports = [await freePort(), await freePort()];
  const launch = async (port: number): Promise<Child> => {
    const env = { PORT: String(port), HOST: '127.0.0.1', PORTAL_DATA: folder, PORTAL_MODE: 'demo', SEED: 'none', LOG_LEVEL: 'warn' };
    const child = start('API', ['--import', 'tsx', 'api/src/main.ts'], {
      cwd: root,
      env: { ...process.env, ...env, STAFF_TOKEN: staffToken, DATABASE_URL, DRAIN_NOTICE_SECONDS: '3' },
      logFile: join(folder, `api-${port}.log`),
    });
    await answers(child, `http://127.0.0.1:${port}/readyz`);
    return child;
  };
  const processes: Child[] = [];
  const database = new pg.Pool({ ...server.connection, max: 2 });
  let balancer: Awaited<ReturnType<typeof startBalancer>> | null = null;
  try {
    for (const port of ports) processes.push(await launch(port));
    balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    const { call, get } = caller(balancer.url, staffToken);
    await get(makeGuard, {} as Input<typeof makeGuard>);
    const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => (await database.query<Row>(text, values)).rows;
    const guards = await makeGuards({ get, query }, CALLERS);
    const found: Restarted = { answered: 0, errors: [], lost: 0, leaveMs: [] };
    const written = new Map<string, number>();
    let isOver = false;
    const load = async ({ id, token }: { id: string; token: string }) => {
      for (let turn = 0; !isOver; turn++) {
        const isWrite = turn % 2 === 1;
        try {
          const { code, message } = await (isWrite
            ? call(notify, { guard: id, title: `Note ${turn}` } as Input<typeof notify>)
            : call(listNotifications, {} as Input<typeof listNotifications>, { token }));
          if (code !== 200) found.errors.push(`${isWrite ? 'write' : 'read'}: ${code} ${message}`);
          else if (isWrite) written.set(id, (written.get(id) ?? 0) + 1);
        } catch (error) {
          found.errors.push(`${isWrite ? 'write' : 'read'}: ${(error as Error).message}`);
        }
        found.answered += 1;
      }
    };
    const loads = guards.map(load);
    for (let restart = 0; restart < restarts; restart++) {
      const at = restart % 2;
      const began = performance.now();
      await processes[at]?.stop();
      found.leaveMs.push(performance.now() - began);
      processes[at] = await launch(ports[at] as number);
      await balancer.allReady();
      say(
        `restart ${restart + 1}: left in ${Math.round(found.leaveMs.at(-1) ?? 0)} ms, ${found.answered} answered, ${found.errors.length} errors${found.errors.length > 0 ? `, the last one ${found.errors.at(-1)}` : ''}`,
      );
    }
    isOver = true;
    await Promise.all(loads);
    for (const [id, count] of written) {
      const [row] = await query<{ count: number }>('select count(*)::int as count from notifications where guard_id = $1', [id]);
      found.lost += Math.max(0, count - (row?.count ?? 0));
    }
    return found;
  } finally {
    await balancer?.stop();
    await database.end();
    await Promise.all(processes.map((one) => one.stop()));
    await server.stop();
  }
}
