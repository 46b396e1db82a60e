import type { Entries } from './entries';
import type { QueueParts } from './parts';
import type { Stored } from './stored';

/**
 * Writes down what became of entries. What the device does not take is true all the same: it is kept in memory and shown, is not sent a
 * second time by this page, and is tried again at each look. A page that is closed before sends it again under its key.
 */
export function createOutcomes({ entries, forgetDraft, report }: Pick<QueueParts, 'entries' | 'forgetDraft' | 'report'>) {
  const unwritten = new Map<string, Stored>();
  let last: { guard: string; all: Stored[] } | null = null;
  let isStale = false;

  const write: (entry: Stored) => ReturnType<Entries['put']> = (entry) =>
    entry.state === 'sent' ? entries.put(entry) : entries.change(entry.guardId, entry.key, () => entry);

  async function record(entry: Stored): Promise<void> {
    const { key } = entry;
    try {
      await write(entry);
      unwritten.delete(key);
    } catch (error) {
      if (!unwritten.has(key)) report(String(error));
      unwritten.set(key, entry);
    }
    if (entry.state === 'sent') void forgetDraft(entry.guardId, key).catch((error: unknown) => report(String(error)));
  }

  return {
    record,
    /** The device did not take or give something: it is asked again. */
    isBehind: () => isStale || unwritten.size > 0,
    /** The guard took it off the device. */
    forget: (key: string) => void unwritten.delete(key),
    /** The guard's entries as they are, whatever the device knows of it; as last read, while it gives nothing. */
    async of(guard: string): Promise<Stored[]> {
      for (const entry of [...unwritten.values()]) await record(entry);
      try {
        last = { guard, all: await entries.of(guard) };
        isStale = false;
      } catch (error) {
        if (last?.guard !== guard) throw error;
        if (!isStale) report(String(error));
        isStale = true;
      }
      return last.all.map((entry) => unwritten.get(entry.key) ?? entry);
    },
  };
}
export type Outcomes = ReturnType<typeof createOutcomes>;
