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

export interface ScreenOptions {
  /** The address: path, query and fragment. */
  path?: string;
  /** The pattern that the screen is registered under, when it reads path parameters. */
  route?: string;
  /** Who is logged in; null: nobody. A guard with nothing left to do by default. */
  guard?: Guard | null;
  /** Parts of the portal that this test answers itself. */
  portal?: PortalOver;
  /** What the host rendered into the page: the API's content, what became of a form that was posted without JavaScript. */
  page?: Partial<PageInput>;
  /** Rendered by the host first, with nobody logged in, then hydrated: what React finds different fails the test. */
  served?: boolean;
}

const mounted = new Set<() => void>();

// A write that is under way when its test ends must not change the page of the next test, nor a closed page.
afterEach(() => {
  for (const end of mounted) end();
  mounted.clear();
});

/** Renders a screen as a remote would: in the scoped portal of one mount, over a page's portal that records, at an address, with an empty data cache. */
export function renderScreen(screen: ReactNode, options: ScreenOptions = {}) {
  const { path = '/', route, guard = someGuard(), portal: over = {}, page, served = false } = options;
  window.history.replaceState(null, '', path);
  const portal = fakePortal(guard, over);
  // A shell of an earlier release, which lacks a part of the portal, is only imitated.
  const isEarlierShell = Object.values(over).some((part) => part === undefined);
  const scope = isEarlierShell ? null : mountPortal(portal);
  if (scope) mounted.add(scope.end);
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
  // No stylesheet is loaded here: that something lets no pointer through, the journeys show.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const rendered = served ? hydrated(inPortal) : { plain: null, ...render(inPortal) };
  /** Leaves the screen in the order of the shell: the portal is left before React unmounts, and ended after. */
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
