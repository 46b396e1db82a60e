import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSession } from '@portal/mf-kit/useSession';
import { useEffect, useMemo, useState } from 'react';
import { changeKept, type Kept, visited, withoutSaved, withSaved } from './device';

/** Read earlier in this page. The first paint shows it, so that nothing appears above a list that is scrolled back to its place. */
let lastRead: { guardId: string; kept: Kept } | null = null;

/** What this device keeps of the guard's searches; null until it is read, and where it keeps nothing (a private window). */
export function useSavedSearches() {
  const portal = usePortal();
  const guardId = useSession()?.guardId;
  const [kept, setKept] = useState<Kept | null>(() => (lastRead && lastRead.guardId === guardId ? lastRead.kept : null));
  useEffect(() => {
    if (guardId && kept) lastRead = { guardId, kept };
  }, [guardId, kept]);
  useEffect(() => {
    if (!guardId) return;
    let isHere = true;
    changeKept(guardId, (before) => visited(before, portal.now())).then(
      (now) => isHere && setKept(now),
      () => isHere && setKept(null),
    );
    return () => {
      isHere = false;
    };
  }, [portal, guardId]);
  return useMemo(() => {
    const change = async (how: (before: Kept) => Kept): Promise<boolean> => {
      if (!guardId) return false;
      try {
        setKept(await changeKept(guardId, how));
        return true;
      } catch {
        return false;
      }
    };
    return {
      kept,
      save: (name: string, query: string) => change((before) => withSaved(before, { name, query })),
      remove: (name: string) => change((before) => withoutSaved(before, name)),
    };
  }, [kept, guardId]);
}

export type Keeping = ReturnType<typeof useSavedSearches>;
