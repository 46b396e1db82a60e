/**
 * Whether the guard of this page calls for help. It stays on while they walk through other pages, whose modules know nothing of it; of
 * another guard's session on the same page it is not.
 */
export function createSosState(guardId: () => string | undefined) {
  let caller: string | undefined;
  return {
    set(isOn: boolean) {
      caller = isOn ? guardId() : undefined;
    },
    isOn: () => caller !== undefined && caller === guardId(),
  };
}
export type Emergency = ReturnType<typeof createSosState>;
