import type { Input } from '@portal/contracts/_kernel/endpoint';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { root } from '../../e2e/faults/previous-release';
import { makeGuards } from '../../e2e/kills/actors';
import { startTwo, type TwoProcesses } from './two-processes';

const CALLERS = 16;

export interface CallTotals {
  answered: number;
  /** Replies other than 200 and missing replies, as texts. */
  errors: string[];
}

export interface RestartResult extends CallTotals {
  /** Number of acknowledged writes that are not stored. */
  lost: number;
  /** Shutdown time of each process. */
  leaveMs: number[];
}

/** Callers who alternately read and write until `stop`, which returns the number of lost acknowledged writes. */
export async function readAndWrite(two: TwoProcesses, callers: number, found: CallTotals): Promise<{ stop(): Promise<number> }> {
  await two.get(makeGuard, {} as Input<typeof makeGuard>);
  const guards = await makeGuards(two, callers);
  const written = new Map<string, number>();
  let isOver = false;
  const load = async ({ id, token }: { id: string; token: string }) => {
    for (let turn = 0; !isOver; turn++) {
      const isWrite = turn % 2 === 1;
      try {
        const { code, message } = await (isWrite
          ? two.call(notify, { guard: id, title: `Note ${turn}` } as Input<typeof notify>)
          : two.call(listNotifications, {} as Input<typeof listNotifications>, { token }));
        if (code !== 200) found.errors.push(`${isWrite ? 'write' : 'read'}: ${code} ${message}`);
        else if (isWrite) written.set(id, (written.get(id) ?? 0) + 1);
      } catch (error) {
        found.errors.push(`${isWrite ? 'write' : 'read'}: ${(error as Error).message}`);
      }
      found.answered += 1;
    }
  };
  const loads = guards.map(load);
  return {
    async stop() {
      isOver = true;
      await Promise.all(loads);
      let lost = 0;
      for (const [id, count] of written) {
        const [row] = await two.query<{ count: number }>('select count(*)::int as count from notifications where guard_id = $1', [id]);
        lost += Math.max(0, count - (row?.count ?? 0));
      }
      return lost;
    },
  };
}

/** Restarts two processes alternately, as an operator does, while callers read and write through a balancer. `open` starts APIs or portal hosts. */
export async function restartUnderLoad(
  folder: string,
  restarts: number,
  say: (line: string) => void,
  open: (folder: string, tree: string) => Promise<TwoProcesses> = startTwo,
): Promise<RestartResult> {
  const two = await open(folder, root);
  try {
    const found: RestartResult = { answered: 0, errors: [], lost: 0, leaveMs: [] };
    const load = await readAndWrite(two, CALLERS, found);
    for (let restart = 0; restart < restarts; restart++) {
      found.leaveMs.push(await two.replace(restart % 2 === 0 ? 0 : 1, root));
      say(
        `restart ${restart + 1}: stopped in ${Math.round(found.leaveMs.at(-1) ?? 0)} ms, ${found.answered} answered, ${found.errors.length} errors${found.errors.length > 0 ? `, the last one ${found.errors.at(-1)}` : ''}`,
      );
    }
    found.lost = await load.stop();
    return found;
  } finally {
    await two.stop();
  }
}
