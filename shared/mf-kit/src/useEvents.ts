import type { Events } from '@portal/contracts/_kernel/event';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { LiveState } from './portal';

export type EventHandlers<Payloads extends object> = { [Name in keyof Payloads]?: (payload: Payloads[Name]) => void };

/**
 * Calls a handler for each event of a domain while the component is mounted, always of its latest rendering. In an older shell without
 * events, no handler is called.
 *
 * ```tsx
 * useEvents(chatEvents, { message: (payload) => add(payload) });
 * ```
 */
export function useEvents<Payloads extends object>(events: Events<Payloads>, handlers: EventHandlers<Payloads>): void {
  const portal = usePortal();
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => portal.onEvent?.(events, ({ name, payload }) => latest.current[name]?.(payload)), [portal, events]);
}

const always = () => () => undefined;
const never = (): LiveState => 'disconnected';

/** Returns the state of the realtime channel. */
export function useConnectionState(): LiveState {
  const { live } = usePortal();
  return useSyncExternalStore(live?.subscribe ?? always, live?.current ?? never, never);
}
