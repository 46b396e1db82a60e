import type { HowItWorksItem } from '@portal/contracts/pages/pages.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useState } from 'react';
import { runWhenIdle } from '../whenIdle';

interface Items {
  customer: readonly HowItWorksItem[];
  guard: readonly HowItWorksItem[];
}

/** Reads the items by type once the page is idle. They are not displayed (PUBLIC-HIW-12), so only telemetry receives a failure. */
export function useItems(): Items {
  const portal = usePortal();
  const [items, setItems] = useState<Items>({ customer: [], guard: [] });
  useEffect(
    () =>
      runWhenIdle(() => {
        import(/* webpackChunkName: "how-it-works-items" */ './howItWorks.queries')
          .then(({ readItems }) => readItems())
          .then(setItems)
          .catch((error: Error) => portal.telemetry({ event: 'how it works', detail: error.message }));
      }),
    [portal],
  );
  return items;
}
