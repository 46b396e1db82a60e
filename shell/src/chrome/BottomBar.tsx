import styles from './BottomBar.module.css';
import type { ChromeContext } from './chromeContext';
import { EntryLink } from './EntryLink';
import { useMenu, usePageLocation } from './useChrome';

/** The entries of the top bar at the foot of phones. The stylesheet hides them elsewhere. */
export function BottomBar({ parts }: { parts: ChromeContext }) {
  const entries = useMenu(parts, 'top');
  if (!usePageLocation(parts, ({ chrome }) => chrome === 'guard')) return null;
  return (
    <nav className={styles.entries} aria-label="Main">
      {entries.map((entry) => (
        <EntryLink key={entry.label} parts={parts} entry={entry} look="tab" />
      ))}
    </nav>
  );
}
