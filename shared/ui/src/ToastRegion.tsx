import { limits } from '@portal/contracts/_kernel/limits';
import { useLayoutEffect, useRef } from 'react';
import { Banner, type MessageKind } from './Banner';
import styles from './ToastRegion.module.css';

export interface Toast {
  id: string | number;
  kind: MessageKind;
  text: string;
}

export interface ToastRegionProps {
  toasts: readonly Toast[];
  onClose: (id: Toast['id']) => void;
  timeoutMs?: number;
}

/** The one place of passing messages. A popover, so that it lies above an open dialog. */
export function ToastRegion({ toasts, onClose, timeoutMs = limits.bannerMs }: ToastRegionProps) {
  const ref = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  useLayoutEffect(() => {
    const region = ref.current;
    // Older browsers have no popover: the region then only lacks its place above dialogs.
    if (newest === undefined || typeof region?.showPopover !== 'function') return;
    region.hidePopover();
    region.showPopover();
  }, [newest]);
  return (
    <section ref={ref} popover="manual" aria-label="Messages" className={styles.region}>
      <ul className={styles.list}>
        {toasts.map((toast) => (
          <li key={toast.id}>
            <Banner kind={toast.kind} timeoutMs={timeoutMs} onClose={() => onClose(toast.id)} className={styles.toast}>
              {toast.text}
            </Banner>
          </li>
        ))}
      </ul>
    </section>
  );
}
