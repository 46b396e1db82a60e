import styles from './BottomBar.module.css';
import type { ChromeParts } from './context';
import { EntryLink } from './EntryLink';
import { useMenu, usePlace } from './useChrome';

/** The top bar's entries where a thumb reaches them: phones only, by the page's stylesheet. */
export function BottomBar({ parts }: { parts: ChromeParts }) {
  const entries = useMenu(parts, 'top');
  if (!usePlace(parts, ({ chrome }) => chrome === 'guard')) return null;
  return (
    <nav className={styles.entries} aria-label="Main">
      {entries.map((entry) => (
        <EntryLink key={entry.label} parts={parts} entry={entry} look="tab" />
      ))}
    </nav>
  );
}
