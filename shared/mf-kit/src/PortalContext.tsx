import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { Portal } from './portal';
import { restoreLostFocus } from './restoreFocus';

/** Read it with `usePortal`. Each screen has its own portal object. */
export const PortalContext = createContext<Portal | null>(null);

/** Provides a portal. `lifecycles` renders it for every remote, and `renderScreen` for tests. */
export function PortalProvider({ portal, children }: { portal: Portal; children: ReactNode }) {
  useEffect(restoreLostFocus, []);
  return <PortalContext value={portal}>{children}</PortalContext>;
}

/**
 * Returns the portal of this screen: navigation, session, toasts, writes.
 *
 * ```tsx
 * const portal = usePortal();
 * portal.toast('success', 'Your leave request is sent.');
 * ```
 */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('usePortal() needs a PortalProvider above it');
  return portal;
}
