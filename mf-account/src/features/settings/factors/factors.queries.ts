import { copy } from '@portal/contracts/_kernel/copy';
import { addPasskey, beginPasskey, beginTotp, type Factor, listFactors, removeFactor } from '@portal/contracts/auth/auth.factors';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { createPasskey } from '@portal/mf-kit/passkeys';
import type { Failure, WriteResult } from '@portal/mf-kit/portal';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

export const useFactors = () => useQuery(listFactors, {});

const refusalText = (failure: Failure) => failureText(failure, failure.code === 0 ? failure.userMessage : copy.somethingWrong);

/** Starts the setup of an authenticator app and removes factors. A refusal is a toast with the server's message. */
export function useFactorActions() {
  const portal = usePortal();
  const app = useWrite(beginTotp);
  const removal = useWrite(removeFactor);
  return {
    busy: app.busy || removal.busy,
    async beginApp(): Promise<{ secret: string; address: string } | null> {
      const result = await app.send({});
      if (result.ok) return result.data;
      portal.toast('error', refusalText(result.error));
      return null;
    },
    async remove({ id, label }: Factor): Promise<void> {
      const isSure = await portal.confirm({
        title: `Remove ${label}?`,
        body: 'It no longer confirms changes. Without any second factor, your password confirms them again.',
        confirm: 'Remove',
        cancel: 'Keep',
        danger: true,
      });
      if (!isSure) return;
      const result = await removal.send({ id });
      if (result.ok) portal.toast('success', result.message);
      else portal.toast('error', refusalText(result.error));
    },
  };
}

/** The submit of a dialog that adds a factor. A success is a toast with the server's message and closes the dialog. */
export function useFactorSubmit<Values>(send: (values: Values) => Promise<WriteResult<Factor>>, onClose: () => void) {
  const portal = usePortal();
  return async (values: Values): Promise<WriteResult<Factor>> => {
    const result = await send(values);
    if (result.ok) {
      portal.toast('success', result.message);
      onClose();
    }
    return result;
  };
}

/** Adds a passkey that the browser creates. */
export function useAddPasskey() {
  const begin = useWrite(beginPasskey);
  const add = useWrite(addPasskey);
  return async ({ label }: { label: string }): Promise<WriteResult<Factor>> => {
    const begun = await begin.send({});
    if (!begun.ok) return begun;
    const outcome = await createPasskey(begun.data.options);
    if (outcome.kind === 'answered') return add.send({ label, response: outcome.response });
    return { ok: false, error: { code: 400, message: outcome.message, userMessage: outcome.message, fields: {} } };
  };
}
