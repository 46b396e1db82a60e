import type { Guard } from '@portal/contracts/_kernel/guard';
import { PageInputProvider } from '@portal/mf-kit/PageInputContext';
import { PortalProvider } from '@portal/mf-kit/PortalContext';
import { PortalRouter } from '@portal/mf-kit/PortalRouter';
import { emptyPage, type PageInput } from '@portal/mf-kit/pageInput';
import { Route, Routes } from '@portal/mf-kit/router';
import { render, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { SWRConfig } from 'swr';
import { fakePortal, mountPortal, type PortalOver } from './fakePortal';
import { guard as someGuard } from './guard';
import { atTestEnd } from './testEnd';

export interface ScreenOptions {
  /** The address: path, query and fragment. */
  path?: string;
  /** The route pattern of the screen, if it reads path parameters. */
  route?: string;
  /** The logged-in guard; null without a session. By default, a guard without an open onboarding step. */
  guard?: Guard | null;
  /** Parts of the portal that this test replaces. */
  portal?: PortalOver;
  /** Input that the portal host rendered into the page: content of the API, and the result of a form that was sent without JavaScript. */
  page?: Partial<PageInput>;
  /** Prerenders without a session, then hydrates. A hydration mismatch fails the test. */
  served?: boolean;
}

/**
 * Renders a screen like a remote: with the portal handle of one mount, on a page with a recording portal, at an address, with an empty
 * data cache.
 */
export function renderScreen(screen: ReactNode, options: ScreenOptions = {}) {
  const { path = '/', route, guard = someGuard(), portal: over = {}, page, served = false } = options;
  window.history.replaceState(null, '', path);
  const portal = fakePortal(guard, over);
  // A handle would add the missing members, so the portal of an older shell is used directly.
  const isEarlierShell = Object.values(over).some((part) => part === undefined);
  const scope = isEarlierShell ? null : mountPortal(portal);
  // A write in flight at the end of its test must not change the page of the next test, or a closed page.
  if (scope) atTestEnd(scope.end);
  const shown = route ? (
    <Routes>
      <Route path={route} element={screen} />
      <Route path="*" element={null} />
    </Routes>
  ) : (
    screen
  );
  const inPortal = (
    <PortalProvider portal={scope?.portal ?? portal}>
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, errorRetryInterval: 10 }}>
        <PortalRouter>
          <PageInputProvider input={{ ...emptyPage, ...page }}>
            <Suspense>{shown}</Suspense>
          </PageInputProvider>
        </PortalRouter>
      </SWRConfig>
    </PortalProvider>
  );
  // No stylesheet is loaded here. End-to-end tests check `pointer-events`.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const rendered = served ? hydrated(inPortal) : { plain: null, ...render(inPortal) };
  /** Leaves the screen in the order of the shell: leave the portal handle, unmount React, end the handle. */
  const unmount = () => {
    scope?.leave();
    rendered.unmount();
    scope?.end();
  };
  return { ...rendered, unmount, portal, user };
}

/** `plain`: the same page in a browser without JavaScript. */
function hydrated(tree: ReactNode) {
  const html = renderToString(tree);
  const frame = document.body.appendChild(document.createElement('iframe'));
  const body = frame.contentDocument?.body as HTMLElement;
  body.innerHTML = html;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  return { plain: within(body), ...render(tree, { container, hydrate: true }) };
}
