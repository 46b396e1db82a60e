import type { ChromeContext } from '../chrome/chromeContext';
import { useSignal } from '../platform/signal';

/** The dialog that confirms the session, while a call waits for it. */
export function Confirmation({ parts: { confirmation } }: { parts: Pick<ChromeContext, 'confirmation'> }) {
  const asked = useSignal(confirmation.asked);
  if (!asked) return null;
  const { Dialog, ...props } = asked;
  return <Dialog {...props} />;
}
