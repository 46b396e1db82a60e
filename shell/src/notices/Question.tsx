import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import type { ChromeContext } from '../chrome/chromeContext';
import { useSignal } from '../platform/signal';

/** The question that is open. Its code is always in hand: logging out begins with one. */
export function Question({ parts: { notices } }: { parts: Pick<ChromeContext, 'notices'> }) {
  const asked = useSignal(notices.asked);
  return asked ? <ConfirmDialog open {...asked} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} /> : null;
}
