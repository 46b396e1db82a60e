import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { useSignal } from '../boot/signal';
import type { ChromeParts } from '../chrome/context';

/** The question that is open. Its code is always in hand: logging out begins with one. */
export function Question({ parts: { notices } }: { parts: Pick<ChromeParts, 'notices'> }) {
  const asked = useSignal(notices.asked);
  return asked ? <ConfirmDialog open {...asked} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} /> : null;
}
