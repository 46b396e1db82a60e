import { copy } from '@portal/contracts/_kernel/copy';
import type { ContactKind } from '@portal/contracts/guards/guards.contacts';
import {
  cancelContactChange,
  changeEmail,
  changeMobile,
  confirmContact,
  contactChanges,
  emailProof,
  proveEmail,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useState } from 'react';

/** Changes that wait for a code, started on any device. */
export const useContactChanges = () => useQuery(contactChanges, {});

/** Whether the current e-mail address is confirmed, and the code for it. `line` is the reason why no code was sent. */
export function useEmailProof() {
  const query = useQuery(emailProof, {});
  const proving = useWrite(proveEmail);
  const [line, setLine] = useState<string | null>(null);
  async function send() {
    const result = await proving.send({});
    setLine(result.ok ? null : failureText(result.error, copy.somethingWrong));
  }
  return { isMissing: query.hasData && !query.data.isProven, send, isSending: proving.busy, line };
}

export const useChangeEmail = () => useWrite(changeEmail);
export const useChangeMobile = () => useWrite(changeMobile);

/** Actions for a pending change of a contact. `line` is the text about the last action, below its buttons. */
export function usePendingChange(kind: ContactKind) {
  const portal = usePortal();
  const confirming = useWrite(confirmContact);
  const resending = useWrite(resendContactCode);
  const leaving = useWrite(cancelContactChange);
  const [line, setLine] = useState<string | null>(null);

  async function confirm(code: string) {
    setLine(null);
    const result = await confirming.send({ kind, code });
    if (result.ok) portal.toast('success', result.message);
    return result;
  }
  async function resend() {
    setLine(null);
    const result = await resending.send({ kind });
    setLine(result.ok ? result.message : failureText(result.error, copy.somethingWrong));
  }
  async function giveUp() {
    setLine(null);
    const result = await leaving.send({ kind });
    if (result.ok) portal.announce(result.message);
    else setLine(failureText(result.error, copy.somethingWrong));
  }
  return { line, confirm, resend, isResending: resending.busy, giveUp, isLeaving: leaving.busy };
}
