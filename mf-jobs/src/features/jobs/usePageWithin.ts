import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect } from 'react';

interface Shown {
  page: number;
  /** Of the answer for this very page; null until it is there. */
  pageCount: number | null;
  linkTo(page: number): string;
}

/** An address may name a page beyond the last one, old or made up: the last one is shown instead, and it is said. */
export function usePageWithin({ page, pageCount, linkTo }: Shown): void {
  const portal = usePortal();
  const last = pageCount !== null && pageCount > 0 && page > pageCount ? linkTo(pageCount) : null;
  useEffect(() => {
    if (last === null) return;
    portal.toast('info', `There is no page ${page}. This is the last one, page ${pageCount}.`);
    portal.navigate(last, { replace: true });
  }, [portal, last, page, pageCount]);
}
