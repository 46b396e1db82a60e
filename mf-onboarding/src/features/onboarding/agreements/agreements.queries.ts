import { type Agreement, agreed } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree } from '@portal/contracts/onboarding/onboarding.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { RichText } from '@portal/mf-kit/RichText';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect } from 'react';

/** The text to agree to. A failure stands in the text's place (AGREE-15). */
export function useLegalText({ page }: Agreement) {
  // What shows it comes along with it.
  useEffect(RichText.preload, []);
  return useQuery(staticPage, { type: page });
}

/** Agrees and goes on. A failure is one quiet line (AGREE-14). */
export function useAgree(id: string, { flag, next }: Agreement) {
  const { session, navigate } = usePortal();
  const { send, busy, failure } = useWrite(agree);
  async function agreeNow() {
    const result = await send({ id, [flag]: true });
    if (!result.ok) return;
    const guard = session.current()?.guard;
    // With a session the shell goes on by itself, as soon as it knows of the step.
    if (guard && !guard[flag]) session.update(agreed(guard, flag));
    // Somebody who only looked back goes on where they were.
    else navigate(guard ? nextStep(guard).to : next({ id }));
  }
  return { agreeNow, busy, failure };
}
