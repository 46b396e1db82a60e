export interface Tabs<Message> {
  /** Tells the other tabs of this portal; not this one. */
  post(message: Message): void;
  listen(listener: (message: Message) => void): void;
}

/** A line to the portal's other tabs. Silent where the browser has none: they then notice at their next call. */
export function createTabs<Message>(name: string): Tabs<Message> {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    post: (message) => channel?.postMessage(message),
    listen: (listener) => channel?.addEventListener('message', ({ data }) => listener(data as Message)),
  };
}
