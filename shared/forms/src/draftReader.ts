import type { Outbox } from '@portal/mf-kit/portal';
import { type DraftKey, readDraft, type StoredDraft } from './draftStore';
import { toOffer } from './toOffer';

/** A device that has not answered by then keeps nothing so far: the form does not wait for it. */
export const DEVICE_MS = 3000;

interface Asked {
  answered(draft: StoredDraft | null): void;
  /** Not by now, or not at all. */
  unanswered(): void;
}

/** Asks the device for the draft that a form begins with. One that failed is asked once more by each `again`. */
export function readDraftWithDeadline(key: DraftKey, outbox: Outbox | undefined, { answered, unanswered }: Asked) {
  let isOpen = true;
  let isAsked = false;
  const silent = () => {
    if (isOpen) unanswered();
  };
  const deadline = setTimeout(silent, DEVICE_MS);
  const retry = () => {
    if (isAsked) return;
    isAsked = true;
    readDraft(key)
      .finally(() => clearTimeout(deadline))
      .then((draft) => toOffer(key.guardId, draft, outbox))
      .then(
        (draft) => isOpen && answered(draft),
        () => {
          isAsked = false;
          silent();
        },
      );
  };
  retry();
  return {
    retry,
    stop() {
      isOpen = false;
      clearTimeout(deadline);
    },
  };
}
