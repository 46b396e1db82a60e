interface Input {
  what: string;
  isConfirmable: () => boolean;
}

/** The unsaved inputs of the page, each with a text that names it. */
export function createUnsavedInput() {
  const inputs = new Set<Input>();
  const listeners = new Set<() => void>();
  const asking = () => [...inputs].filter(({ isConfirmable }) => isConfirmable());
  const names = () => [...new Set(asking().map(({ what }) => what))].join(', ');
  const isLocked = () => asking().length < inputs.size;
  return {
    isDirty: () => inputs.size > 0,
    /** Whether leaving would lose input. Input in flight does not count. */
    needsConfirmation: () => asking().length > 0,
    /** Names for an unprompted question of the portal. Empty while the page is locked, because no dialog may open then. */
    promptableNames: () => (isLocked() ? '' : names()),
    /** A write is in flight, or an SOS is active: not even a confirmation may leave the page. */
    isLocked: isLocked,
    /** Names for the question on leaving. */
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
