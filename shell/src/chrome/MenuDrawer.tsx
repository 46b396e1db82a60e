import { IconButton } from '@portal/ui/IconButton';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useSignal } from '../platform/signal';
import type { ChromeContext } from './chromeContext';
import styles from './MenuDrawer.module.css';
import { SidebarEntries } from './Sidebar';
import { ThemeSwitch } from './ThemeSwitch';

/** The menu below 1024 px. */
export function Drawer({ parts }: { parts: ChromeContext }) {
  const isOpen = useSignal(parts.isMenuOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [isOpen]);
  if (!isOpen) return null;
  const close = () => parts.isMenuOpen.set(false);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as in every modal dialog
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={close} onClick={closeOutside}>
      <div className={styles.head}>
        <ThemeSwitch theme={parts.theme} />
        <IconButton icon="close" label="Close the menu" onClick={close} />
      </div>
      <SidebarEntries parts={parts} />
    </dialog>
  );
}
