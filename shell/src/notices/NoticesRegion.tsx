import { copy } from '@portal/contracts/_kernel/copy';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { ToastRegion } from '@portal/ui/ToastRegion';
import { useSyncExternalStore } from 'react';
import type { PendingNavigation } from '../navigation/offlineNavigation';
import { staleText } from '../offline/staleIndicator';
import { type Signal, useSignal } from '../platform/signal';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import styles from './NoticesRegion.module.css';
import type { Notices } from './notices';
import { TopDialogPortal } from './TopDialogPortal';

const waitsFor = ({ title, open }: PendingNavigation) => (open ? `“${title}” is ready.` : `“${title}” needs a connection.`);

export interface NoticesContext {
  notices: Notices;
  registry: Pick<ModuleRegistry, 'current' | 'onChange'>;
  isLost: Signal<boolean>;
  /** The age of the oldest cached reply on this page; null without one. */
  staleSince: Signal<number | null>;
  pendingNavigation: Signal<PendingNavigation | null>;
}

/** The open question. It is part of the first load, because a logout begins with one. */
export function Question({ parts: { notices } }: { parts: Pick<NoticesContext, 'notices'> }) {
  const asked = useSignal(notices.asked);
  return asked ? <ConfirmDialog open {...asked} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} /> : null;
}

/** Toasts, the state of the connection, and announcements for screen readers. */
export function NoticesRegion({ parts: { notices, isLost, staleSince, pendingNavigation, registry } }: { parts: NoticesContext }) {
  const toasts = useSignal(notices.toasts);
  const announcement = useSignal(notices.announcement);
  const isUnreachable = useSignal(isLost);
  const pending = useSignal(pendingNavigation);
  const since = useSignal(staleSince);
  const status = pending ? waitsFor(pending) : since !== null ? staleText(since) : isUnreachable ? copy.unreachable : '';
  const hasStatus = status !== '';
  const current = useSyncExternalStore(registry.onChange, registry.current);
  const inDev = Object.entries(current.modules).flatMap(([name, { dev }]) => (dev ? [name] : []));
  return (
    <>
      {inDev.length > 0 ? <p className={styles.dev}>dev: {inDev.join(', ')}</p> : null}
      <TopDialogPortal onMoved={notices.clearAnnouncement}>
        <p role="status" className={styles.spoken}>
          {announcement}
        </p>
        <div data-lost={hasStatus || undefined} className={hasStatus ? styles.lost : styles.spoken}>
          <span role="status">{status}</span>
          {[
            { label: 'Open', act: pending?.open },
            { label: 'Stay here', act: pending?.cancel },
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
