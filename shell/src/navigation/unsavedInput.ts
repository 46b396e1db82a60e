interface Input {
  what: string;
  isConfirmable: () => boolean;
}

/** What a guard has typed and not sent, by the words that name it. */
export function createUnsavedInput() {
  const inputs = new Set<Input>();
  const listeners = new Set<() => void>();
  const asking = () => [...inputs].filter(({ isConfirmable }) => isConfirmable());
  const names = () => [...new Set(asking().map(({ what }) => what))].join(', ');
  const isLocked = () => asking().length < inputs.size;
  return {
    isDirty: () => inputs.size > 0,
    /** Leaving would throw something away: what is just being sent does not count. */
    needsConfirmation: () => asking().length > 0,
    /** Words for a question that comes by itself. Empty while something is on its way or held, which no dialog may come over. */
    promptableNames: () => (isLocked() ? '' : names()),
    /** Something is on its way, or must not be disturbed whatever the guard says: an SOS. */
    isLocked: isLocked,
    /** Words for the question on leaving. */
    names,
    onClean: (listener: () => void) => void listeners.add(listener),
    register(what: string, isConfirmable = () => true) {
      const input = { what, isConfirmable };
      inputs.add(input);
      return () => {
        if (inputs.delete(input) && inputs.size === 0) for (const listener of listeners) listener();
      };
    },
  };
}
export type Unsaved = ReturnType<typeof createUnsavedInput>;
