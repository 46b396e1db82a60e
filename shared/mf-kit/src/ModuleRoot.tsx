import { type ComponentType, Fragment, type ReactNode } from 'react';
import { PageInputProvider } from './PageInputContext';
import { PortalProvider } from './PortalContext';
import { emptyPage, type PageInput } from './pageInput';
import type { Portal } from './portal';

/** The providers around all screens of a module. */
export function ModuleRoot({
  portal,
  router: InRouter,
  Screens,
  input = emptyPage,
}: {
  portal: Portal;
  router: ComponentType<{ children: ReactNode }>;
  Screens: ComponentType;
  /** The data that the portal host rendered into the page. */
  input?: PageInput;
}) {
  const owner = portal.session.current()?.guardId ?? '';
  return (
    <PortalProvider portal={portal}>
      {/* The key discards the screens of another guard. Cached replies survive in `useQuery`, so a page without queries never loads
         that library. */}
      <Fragment key={owner}>
        <InRouter>
          <PageInputProvider input={input}>
            <Screens />
          </PageInputProvider>
        </InRouter>
      </Fragment>
    </PortalProvider>
  );
}
