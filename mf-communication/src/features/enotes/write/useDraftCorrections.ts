import type { Draft } from '@portal/forms/useDraft';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useState } from 'react';
import { utcTime } from './siteTime';

const DAY_MS = 86_400_000;

interface Values {
  jobId: string;
  eventTime: string;
  openedAt: string;
}
type CorrectedForm = Pick<RulesForm<Values>, 'values' | 'set'>;

/**
 * Corrects two values of a draft: a job that differs from the one in the address, and the time of another day. Returns a text for each
 * correction.
 */
export function useDraftCorrections(form: object, draft: Draft, jobIdInUrl: string | null): readonly string[] {
  const { values, set } = form as CorrectedForm;
  const portal = usePortal();
  const [corrections, setCorrections] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the draft is loaded
  useEffect(() => {
    if (!draft.isReady || !draft.restoredAt) return;
    const { jobId, openedAt } = values() as Partial<Values>;
    const now = portal.now();
    const found: string[] = [];
    if (jobIdInUrl && jobId !== jobIdInUrl) {
      set('jobId', jobIdInUrl);
      if (jobId) found.push('You started this note for another job. It is now for the job you came from.');
    }
    if (now.getTime() - Date.parse(openedAt || draft.restoredAt) > DAY_MS) {
      set('eventTime', utcTime(now));
      set('openedAt', now.toISOString());
      found.push('You started this note on another day, so the time is set to now. If it happened earlier, say so in the description.');
    }
    setCorrections(found);
  }, [draft.isReady]);
  return draft.restoredAt ? corrections : [];
}
