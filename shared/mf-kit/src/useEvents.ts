import type { Events } from '@portal/contracts/_kernel/event';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { LiveState } from './portal';

/** What to do at which event; the others are not heard. */
export type Handlers<Payloads extends object> = { [Name in keyof Payloads]?: (payload: Payloads[Name]) => void };

/** Hears a domain's events while the screen stands, always with the handlers of its latest rendering. In a shell without events nothing is heard. */
export function useEvents<Payloads extends object>(events: Events<Payloads>, handlers: Handlers<Payloads>): void {
  const portal = usePortal();
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => portal.onEvent?.(events, ({ name, payload }) => latest.current[name]?.(payload)), [portal, events]);
}

const always = () => () => undefined;
const never = (): LiveState => 'disconnected';

/** Whether the page's line to the server stands. */
export function useConnectionState(): LiveState {
  const { live } = usePortal();
  return useSyncExternalStore(live?.subscribe ?? always, live?.current ?? never, never);
}
