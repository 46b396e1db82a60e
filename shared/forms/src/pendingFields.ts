import { focusField } from '@portal/ui/focusField';
import type { AddPending } from '@portal/ui/PendingFieldContext';
import { useEffect, useState } from 'react';

/** What the fields of one form make ready. What was refused before a submit has been read, and stops none. */
function createPreparations(onWait: (isWaiting: boolean) => void) {
  const open = new Set<Promise<boolean>>();
  const refused = new Set<string>();
  let isHere = true;

  const add: AddPending = (id, preparation) => {
    open.add(preparation);
    refused.delete(id);
    void preparation.then((isTaken) => {
      open.delete(preparation);
      if (!isTaken) refused.add(id);
    });
  };

  async function wait(): Promise<boolean> {
    refused.clear();
    onWait(true);
    while (open.size > 0) await Promise.all(open);
    onWait(false);
    if (!isHere) return false;
    // A field that was taken away meanwhile has nothing to say.
    const first = [...refused].find((id) => document.getElementById(id));
    if (first !== undefined) focusField(first);
    return first === undefined;
  }

  return {
    add,
    /**
     * Whether the form may be sent: at once where nothing is being prepared, else when all is ready. False when something was refused
     * meanwhile, whose field says why and gets the focus, and for a form that was left.
     */
    whenReady: (): true | Promise<boolean> => open.size === 0 || wait(),
    stand() {
      isHere = true;
      return () => {
        isHere = false;
      };
    },
  };
}

/** Lets a form wait for what is chosen in its fields: sent without it, it would not be what the guard has filled in. */
export function usePendingFields(onWait: (isWaiting: boolean) => void) {
  const [preparations] = useState(() => createPreparations(onWait));
  useEffect(preparations.stand, []);
  return preparations;
}
