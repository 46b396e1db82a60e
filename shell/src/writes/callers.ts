import { dismissed } from '@portal/mf-kit/failure';
import type { Durable, WriteOptions, WriteResult, WriteState } from '@portal/mf-kit/portal';
import type { Stored } from './entries';

export type DurableOptions = WriteOptions & { durable: Durable; key: string };

interface Caller {
  settle(result: WriteResult<unknown>): void;
  read: ((data: unknown) => unknown) | undefined;
  options: DurableOptions;
  told: WriteState | null;
}

/** Who made a write on this page and still wants to know; nobody does after a reload. */
export function createCallers() {
  const callers = new Map<string, Caller>();

  /** Tells of a state and, at the end, of the outcome. True when the caller shows this refusal itself. */
  function tell(entry: Stored, state: WriteState, now: string): boolean {
    const caller = callers.get(entry.key);
    if (!caller) return false;
    const at = entry.sentAt ?? now;
    if (caller.told !== state) caller.options.onState?.(state, at);
    caller.told = state;
    if (entry.state === 'waiting') return false;
    callers.delete(entry.key);
    if (entry.state === 'failed') {
      const isTaken = caller.options.durable.takesRefusal?.() ?? false;
      caller.settle({ ok: false, error: entry.failure ?? dismissed });
      return isTaken;
    }
    const { message = '', data = null } = entry.reply ?? {};
    caller.settle({ ok: true, message, data: caller.read ? caller.read(data) : data, at });
    return false;
  }

  return {
    tell,
    /** Resolves when the write was answered or dismissed. */
    wait: (read: Caller['read'], options: DurableOptions) =>
      new Promise<WriteResult<unknown>>((resolve) => {
        const before = callers.get(options.key);
        const settle = (result: WriteResult<unknown>) => {
          before?.settle(result);
          resolve(result);
        };
        callers.set(options.key, { settle, read, options, told: null });
      }),
    /** What is not on the device any more was dismissed. */
    keepOnly(known: ReadonlySet<string>) {
      for (const [key, caller] of callers) {
        if (known.has(key)) continue;
        callers.delete(key);
        caller.settle({ ok: false, error: dismissed });
      }
    },
  };
}
export type Callers = ReturnType<typeof createCallers>;
