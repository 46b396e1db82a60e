import { Icon } from '@portal/ui/Icon';
import { IconButton } from '@portal/ui/IconButton';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useSignal } from '../platform/signal';
import bar from './BottomBar.module.css';
import { type ChromeContext, useMenu, usePageLocation } from './chromeContext';
import { EntryLink } from './EntryLink';
import menu from './MenuDrawer.module.css';
import side from './Sidebar.module.css';
import { ThemeSwitch } from './ThemeSwitch';

/** On a phone, the menu entries of the top bar, at the bottom of the screen. The stylesheet hides this bar on wider screens. */
export function BottomBar({ parts }: { parts: ChromeContext }) {
  const entries = useMenu(parts, 'top');
  if (!usePageLocation(parts, ({ chrome }) => chrome === 'guard') || entries.length === 0) return null;
  return (
    <nav className={bar.entries} aria-label="Main">
      {entries.map((entry) => (
        <EntryLink key={entry.label} parts={parts} entry={entry} look="tab" />
      ))}
    </nav>
  );
}

/** The sidebar's entries and Logout (SHELL-09..19). Below 1024 px they are in the menu. */
function SidebarEntries({ parts }: { parts: ChromeContext }) {
  const entries = useMenu(parts, 'side');
  const logout = () => {
    parts.isMenuOpen.set(false);
    void parts.portal.session.logout();
  };
  return (
    <nav className={side.entries} aria-label="Account">
      {entries.map((entry) => (
        <EntryLink key={entry.label} parts={parts} entry={entry} look="side" />
      ))}
      <button type="button" className={side.logout} onClick={logout}>
        <Icon name="logout" />
        <span>Logout</span>
      </button>
    </nav>
  );
}

export function Sidebar({ parts }: { parts: ChromeContext }) {
  return usePageLocation(parts, ({ chrome }) => chrome === 'guard') ? <SidebarEntries parts={parts} /> : null;
}

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
    <dialog ref={dialog} className={menu.drawer} aria-label="Menu" onClose={close} onClick={closeOutside}>
      <div className={menu.head}>
        <ThemeSwitch theme={parts.theme} />
        <IconButton icon="close" label="Close the menu" onClick={close} />
      </div>
      <SidebarEntries parts={parts} />
    </dialog>
  );
}
