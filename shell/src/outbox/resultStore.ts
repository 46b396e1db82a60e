import type { Entries } from './entryStore';
import type { OutboxDeps } from './outboxTypes';
import type { Stored } from './stored';

/**
 * Writes down what became of entries. What the device does not take is true all the same: it is kept in memory and shown, is not sent a
 * second time by this page, and is tried again at each look. A page that is closed before sends it again under its key.
 */
export function createResultStore({ entries, forgetDraft, report }: Pick<OutboxDeps, 'entries' | 'forgetDraft' | 'report'>) {
  const unsaved = new Map<string, Stored>();
  let last: { guard: string; all: Stored[] } | null = null;
  let isStale = false;

  const write: (entry: Stored) => ReturnType<Entries['put']> = (entry) =>
    entry.state === 'sent' ? entries.put(entry) : entries.change(entry.guardId, entry.key, () => entry);

  async function save(entry: Stored): Promise<void> {
    const { key } = entry;
    try {
      await write(entry);
      unsaved.delete(key);
    } catch (error) {
      if (!unsaved.has(key)) report(String(error));
      unsaved.set(key, entry);
    }
    if (entry.state === 'sent') void forgetDraft(entry.guardId, key).catch((error: unknown) => report(String(error)));
  }

  return {
    save,
    /** The device did not take or give something: it is asked again. */
    hasUnsaved: () => isStale || unsaved.size > 0,
    /** The guard took it off the device. */
    forget: (key: string) => void unsaved.delete(key),
    /** The guard's entries as they are, whatever the device knows of it; as last read, while it gives nothing. */
    async list(guard: string): Promise<Stored[]> {
      for (const entry of [...unsaved.values()]) await save(entry);
      try {
        last = { guard, all: await entries.of(guard) };
        isStale = false;
      } catch (error) {
        if (last?.guard !== guard) throw error;
        if (!isStale) report(String(error));
        isStale = true;
      }
      return last.all.map((entry) => unsaved.get(entry.key) ?? entry);
    },
  };
}
export type Outcomes = ReturnType<typeof createResultStore>;
