import { copy } from '@portal/contracts/_kernel/copy';
import { ToastRegion } from '@portal/ui/ToastRegion';
import { useSyncExternalStore } from 'react';
import type { ChromeContext } from '../chrome/chromeContext';
import type { PendingNavigation } from '../navigation/offlineNavigation';
import { staleText } from '../offline/staleIndicator';
import { useSignal } from '../platform/signal';
import styles from './NoticesRegion.module.css';
import { TopDialogPortal } from './TopDialogPortal';

const waitsFor = ({ title, open }: PendingNavigation) => (open ? `“${title}” is ready.` : `“${title}” needs a connection.`);

/** Toasts, the line about a lost connection, and what only a screen reader hears. */
export function NoticesRegion({
  parts: { notices, isLost, staleSince: shownAs, pendingNavigation: awaited, registry },
}: {
  parts: ChromeContext;
}) {
  const toasts = useSignal(notices.toasts);
  const spoken = useSignal(notices.announcement);
  const isUnreachable = useSignal(isLost);
  const waits = useSignal(awaited);
  const since = useSignal(shownAs);
  const line = waits ? waitsFor(waits) : since !== null ? staleText(since) : isUnreachable ? copy.unreachable : '';
  const isLine = line !== '';
  const current = useSyncExternalStore(registry.onChange, registry.current);
  const inDev = Object.entries(current.modules).flatMap(([name, { dev }]) => (dev ? [name] : []));
  return (
    <>
      {inDev.length > 0 ? <p className={styles.dev}>dev: {inDev.join(', ')}</p> : null}
      <TopDialogPortal onMoved={notices.clearAnnouncement}>
        <p role="status" className={styles.spoken}>
          {spoken}
        </p>
        <div data-lost={isLine || undefined} className={isLine ? styles.lost : styles.spoken}>
          <span role="status">{line}</span>
          {[
            { label: 'Open', act: waits?.open },
            { label: 'Stay here', act: waits?.cancel },
          ].map(({ label, act }) =>
            act ? (
              <button key={label} type="button" className={styles.stay} onClick={act}>
                {label}
              </button>
            ) : null,
          )}
        </div>
        <ToastRegion toasts={toasts} onClose={notices.dismiss} />
      </TopDialogPortal>
    </>
  );
}
