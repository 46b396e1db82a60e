import { type ComponentType, type ReactNode, useMemo } from 'react';
import { type Cache, SWRConfig } from 'swr';
import { AtServedAddress } from './PageInputContext';
import { PortalProvider } from './PortalContext';
import { emptyPage, type PageInput } from './pageInput';
import type { Portal } from './portal';

/** What was read in this module, for one guard: it outlives a mount, so that coming back shows data at once, and never a session. */
let kept: { owner: string; cache: Map<string, object> } = { owner: '', cache: new Map() };

function cacheOf(owner: string) {
  if (kept.owner !== owner) kept = { owner, cache: new Map() };
  return kept.cache as Cache;
}

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
  const config = useMemo(() => ({ provider: () => cacheOf(owner) }), [owner]);
  return (
    <PortalProvider portal={portal}>
      <SWRConfig key={owner} value={config}>
        <InRouter>
          <AtServedAddress input={input}>
            <Screens />
          </AtServedAddress>
        </InRouter>
      </SWRConfig>
    </PortalProvider>
  );
}
