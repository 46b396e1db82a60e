import { type ComponentType, Fragment, type ReactNode } from 'react';
import { PageInputProvider } from './PageInputContext';
import { PortalProvider } from './PortalContext';
import { emptyPage, type PageInput } from './pageInput';
import type { Portal } from './portal';

/** The providers that every screen of a module stands in. */
export function ModuleRoot({
  portal,
  router: InRouter,
  Screens,
  input = emptyPage,
}: {
  portal: Portal;
  router: ComponentType<{ children: ReactNode }>;
  Screens: ComponentType;
  /** What the host rendered into the page. */
  input?: PageInput;
}) {
  const owner = portal.session.current()?.guardId ?? '';
  return (
    <PortalProvider portal={portal}>
      {/* Another guard's screens begin anew. What was read is kept by `useQuery`, whose library a page that reads nothing never loads. */}
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
