import { focusField } from '@portal/ui/focusField';
import type { AddPending } from '@portal/ui/PendingFieldContext';
import { useEffect, useState } from 'react';

/** The values that the fields of one form still prepare. A refusal from before the submit was displayed already, so it stops nothing. */
function createPendingFields(onWait: (isWaiting: boolean) => void) {
  const open = new Set<Promise<boolean>>();
  const refused = new Set<string>();
  let isMounted = true;

  const add: AddPending = (id, pending) => {
    open.add(pending);
    refused.delete(id);
    void pending.then((isAccepted) => {
      open.delete(pending);
      if (!isAccepted) refused.add(id);
    });
  };

  async function wait(): Promise<boolean> {
    refused.clear();
    onWait(true);
    while (open.size > 0) await Promise.all(open);
    onWait(false);
    if (!isMounted) return false;
    // A field that was removed during the wait has no error to show.
    const first = [...refused].find((id) => document.getElementById(id));
    if (first !== undefined) focusField(first);
    return first === undefined;
  }

  return {
    add,
    /**
     * Returns true if nothing is in preparation. Otherwise resolves when all values are ready: false if a field refused its value (it gets
     * the focus) or the form was unmounted.
     */
    whenReady: (): true | Promise<boolean> => open.size === 0 || wait(),
    mount() {
      isMounted = true;
      return () => {
        isMounted = false;
      };
    },
  };
}

/** Delays a submit until the fields have prepared their values, such as a picture that is being made smaller. `onWait` reports the wait. */
export function usePendingFields(onWait: (isWaiting: boolean) => void) {
  const [pendingFields] = useState(() => createPendingFields(onWait));
  useEffect(pendingFields.mount, []);
  return pendingFields;
}
