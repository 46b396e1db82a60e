import { Icon } from '@portal/ui/Icon';
import type { ChromeContext } from './chromeContext';
import { EntryLink } from './EntryLink';
import styles from './Sidebar.module.css';
import { useMenu, usePageLocation } from './useChrome';

/** The sidebar's entries and Logout (SHELL-09..19). Below 1024 px they are in the menu. */
export function SidebarEntries({ parts }: { parts: ChromeContext }) {
  const entries = useMenu(parts, 'side');
  const logout = () => {
    parts.isMenuOpen.set(false);
    void parts.portal.session.logout();
  };
  return (
    <nav className={styles.entries} aria-label="Account">
      {entries.map((entry) => (
        <EntryLink key={entry.label} parts={parts} entry={entry} look="side" />
      ))}
      <button type="button" className={styles.logout} onClick={logout}>
        <Icon name="logout" />
        <span>Logout</span>
      </button>
    </nav>
  );
}

export function Sidebar({ parts }: { parts: ChromeContext }) {
  return usePageLocation(parts, ({ chrome }) => chrome === 'guard') ? <SidebarEntries parts={parts} /> : null;
}
