/** What a guard has typed and not sent, by the words that name it. */
export function createUnsaved() {
  const inputs = new Set<{ what: string }>();
  const listeners = new Set<() => void>();
  return {
    isDirty: () => inputs.size > 0,
    /** Words for the question on leaving. */
    names: () => [...new Set([...inputs].map(({ what }) => what))].join(', '),
    onClean: (listener: () => void) => void listeners.add(listener),
    dirty(what: string) {
      const input = { what };
      inputs.add(input);
      return () => {
        if (inputs.delete(input) && inputs.size === 0) for (const listener of listeners) listener();
      };
    },
  };
}
export type Unsaved = ReturnType<typeof createUnsaved>;
