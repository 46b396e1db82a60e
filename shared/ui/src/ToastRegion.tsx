import { limits } from '@portal/contracts/_kernel/limits';
import { useLayoutEffect, useRef, useState } from 'react';
import { Banner, type MessageKind } from './Banner';
import styles from './ToastRegion.module.css';

export interface Toast {
  /** Grows with each toast. */
  id: number;
  kind: MessageKind;
  text: string;
}

export interface ToastRegionProps {
  toasts: readonly Toast[];
  onClose: (id: Toast['id']) => void;
  timeoutMs?: number;
}

/** The newest id so far, and the newest id of the previous update. A message is announced only in the update that added it. */
function usePreviousNewest(newest: number): number {
  const [update, setUpdate] = useState({ newest: 0, before: 0 });
  if (newest <= update.newest) return update.before;
  setUpdate({ newest, before: update.newest });
  return update.newest;
}

/** The region for toasts. It is a popover, so that it is above an open dialog. Code that moves it into a dialog must show it again. */
export function ToastRegion({ toasts, onClose, timeoutMs = limits.bannerMs }: ToastRegionProps) {
  const ref = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id ?? 0;
  const announcedUpTo = usePreviousNewest(newest);
  useLayoutEffect(() => {
    const region = ref.current;
    // Older browsers have no popover, so a dialog covers the region there.
    if (newest === 0 || !region?.isConnected || typeof region.showPopover !== 'function') return;
    if (!region.matches(':popover-open')) region.showPopover();
  }, [newest]);
  return (
    <section ref={ref} popover="manual" aria-label="Messages" className={styles.region}>
      <ul className={styles.list}>
        {toasts.map((toast) => (
          <li key={toast.id}>
            <Banner
              kind={toast.kind}
              isAnnounced={toast.id <= announcedUpTo}
              timeoutMs={timeoutMs}
              onClose={() => onClose(toast.id)}
              className={styles.toast}
            >
              {toast.text}
            </Banner>
          </li>
        ))}
      </ul>
    </section>
  );
}
