import { dismissedFailure, toFailure } from '@portal/mf-kit/failure';
import type { Durable, WriteOptions, WriteResult, WriteState } from '@portal/mf-kit/portal';
import type { Stored } from './stored';

export type DurableOptions = WriteOptions & { durable: Durable; key: string };

interface PendingWrite {
  guardId: string | null;
  settle(result: WriteResult<unknown>): void;
  read: ((data: unknown) => unknown) | undefined;
  options: DurableOptions;
  lastState: WriteState | null;
}

/** Who made a write on this page and still wants to know; nobody does after a reload. */
export function createCallers() {
  const pending = new Map<string, PendingWrite>();

  /** Tells of a state and, at the end, of the outcome. True when the caller shows this refusal itself. */
  function notify(entry: Stored, state: WriteState, now: string): boolean {
    const write = pending.get(entry.key);
    if (!write) return false;
    const at = entry.sentAt ?? now;
    if (write.lastState !== state) write.options.onState?.(state, at);
    write.lastState = state;
    if (entry.state === 'waiting') return false;
    pending.delete(entry.key);
    if (entry.state === 'failed') {
      const isTaken = write.options.durable.takesRefusal?.() ?? false;
      write.settle({ ok: false, error: entry.failure ?? dismissedFailure });
      return isTaken;
    }
    const { message = '', data = null } = entry.reply ?? {};
    try {
      write.settle({ ok: true, message, data: write.read ? write.read(data) : data, at });
    } catch (error) {
      write.settle({ ok: false, error: toFailure(error) });
    }
    return false;
  }

  return {
    notify,
    progressed: (key: string, share: number) => pending.get(key)?.options.onProgress?.(share),
    /** Resolves when the write was answered or dismissed. */
    wait: ({ guardId, read, options }: Pick<PendingWrite, 'guardId' | 'read' | 'options'>) =>
      new Promise<WriteResult<unknown>>((resolve) => {
        const before = pending.get(options.key);
        const settle = (result: WriteResult<unknown>) => {
          before?.settle(result);
          resolve(result);
        };
        pending.set(options.key, { guardId, settle, read, options, lastState: null });
      }),
    /** What is not on the device any more was dismissed; of another guard nothing is known now. */
    settleMissing(guardId: string, known: ReadonlySet<string>) {
      for (const [key, write] of pending) {
        if (write.guardId !== guardId || known.has(key)) continue;
        pending.delete(key);
        write.settle({ ok: false, error: dismissedFailure });
      }
    },
  };
}
export type Pending = ReturnType<typeof createCallers>;
