import { leaveRules } from '@portal/contracts/leave/leave.rules';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useEffect, useRef } from 'react';

interface LeaveFormOptions {
  description?: string;
  /** The submit is refused with this text. */
  refusal?: string;
  /** The submit stays in flight. */
  isEndless?: boolean;
  /** Submits the form when it opens. */
  isSubmitted?: boolean;
}

/** A form with the rules of a domain. */
export function useLeaveForm({ description = '', refusal, isEndless, isSubmitted }: LeaveFormOptions = {}) {
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '3', leaveDescription: description },
    unsaved: 'your leave request',
    onSubmit: () =>
      isEndless
        ? new Promise(() => undefined)
        : Promise.resolve(refusal ? { ok: false, error: { userMessage: refusal, fields: {} } } : { ok: true }),
  });
  const submit = useRef(form.submit);
  useEffect(() => {
    if (isSubmitted) void submit.current();
  }, [isSubmitted]);
  return form;
}
