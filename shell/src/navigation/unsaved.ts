interface Input {
  what: string;
  asks: () => boolean;
}

/** What a guard has typed and not sent, by the words that name it. */
export function createUnsaved() {
  const inputs = new Set<Input>();
  const listeners = new Set<() => void>();
  const asking = () => [...inputs].filter(({ asks }) => asks());
  const names = () => [...new Set(asking().map(({ what }) => what))].join(', ');
  const isHeld = () => asking().length < inputs.size;
  return {
    isDirty: () => inputs.size > 0,
    /** Leaving would throw something away: what is just being sent does not count. */
    isAsking: () => asking().length > 0,
    /** Words for a question that comes by itself. Empty while something is on its way or held, which no dialog may come over. */
    askable: () => (isHeld() ? '' : names()),
    /** Something is on its way, or must not be disturbed whatever the guard says: an SOS. */
    isHeld,
    /** Words for the question on leaving. */
    names,
    onClean: (listener: () => void) => void listeners.add(listener),
    dirty(what: string, asks = () => true) {
      const input = { what, asks };
      inputs.add(input);
      return () => {
        if (inputs.delete(input) && inputs.size === 0) for (const listener of listeners) listener();
      };
    },
  };
}
export type Unsaved = ReturnType<typeof createUnsaved>;
