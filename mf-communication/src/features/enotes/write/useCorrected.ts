import type { Draft } from '@portal/forms/useDraft';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useState } from 'react';
import { timeOf } from './TimeField';

const DAY_MS = 86_400_000;

interface Values {
  jobId: string;
  eventTime: string;
  openedAt: string;
}
type CorrectedForm = Pick<RulesForm<Values>, 'values' | 'set'>;

/**
 * Puts right what a draft brought back and nobody means any more: another job than the address names, the time of another day. Returns
 * the lines that say so.
 */
export function useCorrected(form: object, draft: Draft, named: string | null): readonly string[] {
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
      if (jobId) lines.push('You had begun this note for another job. It is now for the job that you came from.');
    }
    if (now.getTime() - Date.parse(openedAt || draft.restoredAt) > DAY_MS) {
      set('eventTime', timeOf(now));
      set('openedAt', now.toISOString());
      lines.push('You began this note on another day. The time was set to now; if it happened earlier, please say so in the description.');
    }
    setSaid(lines);
  }, [draft.isReady]);
  return draft.restoredAt ? said : [];
}
