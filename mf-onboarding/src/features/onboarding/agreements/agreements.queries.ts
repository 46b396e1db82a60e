import { type Agreement, withAgreement } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree } from '@portal/contracts/onboarding/onboarding.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { RichText } from '@portal/mf-kit/RichText';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect } from 'react';

/** The text to agree to. A failure replaces it (AGREE-15). */
export function useLegalText({ page }: Agreement) {
  // Loads the code of its display in parallel.
  useEffect(RichText.preload, []);
  return useQuery(staticPage, { type: page });
}

/** Agrees and opens the next step. A failure is one quiet line (AGREE-14). */
export function useAgree(id: string, { flag, next }: Agreement) {
  const { session, navigate } = usePortal();
  const { send, busy, failure } = useWrite(agree);
  async function agreeNow() {
    const result = await send({ id, [flag]: true });
    if (!result.ok) return;
    const guard = session.current()?.guard;
    // With a session the shell opens the next step as soon as it receives the completed one.
    if (guard && !guard[flag]) session.update(withAgreement(guard, flag));
    // A guard who reopened a completed step continues at the current one.
    else navigate(guard ? nextStep(guard).to : next({ id }));
  }
  return { agreeNow, busy, failure };
}
