import { useSignal } from '../boot/signal';
import type { ChromeParts } from '../chrome/context';

/** The dialog that confirms the session, while a call waits for it. */
export function Confirmation({ parts: { confirmation } }: { parts: Pick<ChromeParts, 'confirmation'> }) {
  const asked = useSignal(confirmation.asked);
  if (!asked) return null;
  const { Dialog, ...props } = asked;
  return <Dialog {...props} />;
}
