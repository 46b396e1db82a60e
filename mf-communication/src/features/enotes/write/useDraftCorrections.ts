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
 * Corrects two values of a draft: a job that differs from the one in the address, and the time of another day. Returns a text about each
 * correction.
 */
export function useDraftCorrections(form: object, draft: Draft, named: string | null): readonly string[] {
  const { values, set } = form as CorrectedForm;
  const portal = usePortal();
  const [said, setSaid] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    if (!draft.isReady || !draft.restoredAt) return;
    const { jobId, openedAt } = values() as Partial<Values>;
    const now = portal.now();
    const lines: string[] = [];
    if (named && jobId !== named) {
      set('jobId', named);
      if (jobId) lines.push('You started this note for another job. It is now for the job you came from.');
    }
    if (now.getTime() - Date.parse(openedAt || draft.restoredAt) > DAY_MS) {
      set('eventTime', utcTime(now));
      set('openedAt', now.toISOString());
      lines.push('You started this note on another day, so the time is set to now. If it happened earlier, say so in the description.');
    }
    setSaid(lines);
  }, [draft.isReady]);
  return draft.restoredAt ? said : [];
}
