import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { Portal } from './portal';
import { restoreLostFocus } from './restoreFocus';

/** Read with `usePortal`; each screen has its own within the module's. */
export const PortalContext = createContext<Portal | null>(null);

/** Gives a tree its portal. `lifecycles` does it for every remote; tests do it through renderScreen. */
export function PortalProvider({ portal, children }: { portal: Portal; children: ReactNode }) {
  useEffect(restoreLostFocus, []);
  return <PortalContext value={portal}>{children}</PortalContext>;
}

/** The portal context of this page: navigation, session, toasts, writes. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('usePortal() needs a PortalProvider above it');
  return portal;
}
