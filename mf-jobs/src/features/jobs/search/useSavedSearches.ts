import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSession } from '@portal/mf-kit/useSession';
import { useEffect, useMemo, useState } from 'react';
import { recordVisit, type StoredSearches, updateSavedSearches, withoutSaved, withSaved } from './savedSearchStore';

/**
 * The last value read in this page. The first paint uses it, so that nothing appears later above a list with a restored scroll position.
 */
let lastRead: { guardId: string; stored: StoredSearches } | null = null;

/** The guard's saved searches on this device; null until they are read, and if the device cannot store (a private window). */
export function useSavedSearches() {
  const portal = usePortal();
  const guardId = useSession()?.guardId;
  const [stored, setStored] = useState<StoredSearches | null>(() => (lastRead && lastRead.guardId === guardId ? lastRead.stored : null));
  useEffect(() => {
    if (guardId && stored) lastRead = { guardId, stored };
  }, [guardId, stored]);
  useEffect(() => {
    if (!guardId) return;
    let isHere = true;
    updateSavedSearches(guardId, (before) => recordVisit(before, portal.now())).then(
      (now) => isHere && setStored(now),
      () => isHere && setStored(null),
    );
    return () => {
      isHere = false;
    };
  }, [portal, guardId]);
  return useMemo(() => {
    const change = async (change: (before: StoredSearches) => StoredSearches): Promise<boolean> => {
      if (!guardId) return false;
      try {
        setStored(await updateSavedSearches(guardId, change));
        return true;
      } catch {
        return false;
      }
    };
    return {
      stored,
      save: (name: string, query: string) => change((before) => withSaved(before, { name, query })),
      remove: (name: string) => change((before) => withoutSaved(before, name)),
    };
  }, [stored, guardId]);
}

export type SavedSearchesState = ReturnType<typeof useSavedSearches>;
