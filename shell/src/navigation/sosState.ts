/** Whether the guard of this page has an active SOS. It stays on across pages, and never applies to another guard's session. */
export function createSosState(guardId: () => string | undefined) {
  let caller: string | undefined;
  return {
    set(isOn: boolean) {
      caller = isOn ? guardId() : undefined;
    },
    isOn: () => caller !== undefined && caller === guardId(),
  };
}
export type SosState = ReturnType<typeof createSosState>;
