import { copy } from '@portal/contracts/_kernel/copy';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { ToastRegion } from '@portal/ui/ToastRegion';
import { useSyncExternalStore } from 'react';
import { useSignal } from '../boot/signal';
import type { ChromeParts } from '../chrome/context';
import { InTopDialog } from './InTopDialog';
import styles from './NoticesRegion.module.css';

/** Toasts, the open question, the line about a lost connection, and what only a screen reader hears. */
export function NoticesRegion({ parts: { notices, isLost, registry } }: { parts: ChromeParts }) {
  const toasts = useSignal(notices.toasts);
  const asked = useSignal(notices.asked);
  const spoken = useSignal(notices.spoken);
  const isUnreachable = useSignal(isLost);
  const current = useSyncExternalStore(registry.onChange, registry.current);
  const inDev = Object.entries(current.modules).flatMap(([name, { dev }]) => (dev ? [name] : []));
  return (
    <>
      {inDev.length > 0 ? <p className={styles.dev}>dev: {inDev.join(', ')}</p> : null}
      <InTopDialog onMoved={notices.hush}>
        <p role="status" className={styles.spoken}>
          {spoken}
        </p>
        <p role="status" data-lost={isUnreachable || undefined} className={isUnreachable ? styles.lost : styles.spoken}>
          {isUnreachable ? copy.offline : ''}
        </p>
        <ToastRegion toasts={toasts} onClose={notices.dismiss} />
      </InTopDialog>
      {asked ? <ConfirmDialog open {...asked} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} /> : null}
    </>
  );
}
