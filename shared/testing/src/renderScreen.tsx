import type { Guard } from '@portal/contracts/_kernel/guard';
import { PortalProvider } from '@portal/mf-kit/PortalContext';
import { PortalRouter } from '@portal/mf-kit/PortalRouter';
import { Route, Routes } from '@portal/mf-kit/router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { SWRConfig } from 'swr';
import { fakePortal, type PortalOver } from './fakePortal';
import { guard as someGuard } from './guard';

export interface ScreenOptions {
  /** The address: path, query and fragment. */
  path?: string;
  /** The pattern that the screen is registered under, when it reads path parameters. */
  route?: string;
  /** Who is logged in; null: nobody. A guard with nothing left to do by default. */
  guard?: Guard | null;
  /** Parts of the portal that this test answers itself. */
  portal?: PortalOver;
}

/** Renders a screen as a remote would: in a portal that records, at an address, with an empty data cache. */
export function renderScreen(screen: ReactNode, { path = '/', route, guard = someGuard(), portal: over = {} }: ScreenOptions = {}) {
  window.history.replaceState(null, '', path);
  const portal = fakePortal(guard, over);
  const shown = route ? (
    <Routes>
      <Route path={route} element={screen} />
      <Route path="*" element={null} />
    </Routes>
  ) : (
    screen
  );
  const result = render(
    <PortalProvider portal={portal}>
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, errorRetryInterval: 10 }}>
        <PortalRouter>
          <Suspense>{shown}</Suspense>
        </PortalRouter>
      </SWRConfig>
    </PortalProvider>,
  );
  return { ...result, portal, user: userEvent.setup() };
}
