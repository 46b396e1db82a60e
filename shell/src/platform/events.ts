/** Announcements of one part of the page to others. `Events`: name -> payload. The listeners of an event run in the order of their `on`. */
export function createEvents<Events extends object>() {
  const listeners = new Map<keyof Events, ((payload: never) => unknown)[]>();
  return {
    on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => unknown): void {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
    },
  };
}
