import { Icon } from '@portal/ui/Icon';
import type { ChromeParts } from './context';
import { EntryLink } from './EntryLink';
import styles from './Side.module.css';
import { useMenu, usePlace } from './useChrome';

/** The sidebar's entries and Logout (SHELL-09..19): standing from 1024 px, in the menu below. */
export function SideEntries({ parts }: { parts: ChromeParts }) {
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

export function Side({ parts }: { parts: ChromeParts }) {
  return usePlace(parts, ({ chrome }) => chrome === 'guard') ? <SideEntries parts={parts} /> : null;
}
