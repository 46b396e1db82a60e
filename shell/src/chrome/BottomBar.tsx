import styles from './BottomBar.module.css';
import type { ChromeContext } from './chromeContext';
import { EntryLink } from './EntryLink';
import { useMenu, usePageLocation } from './useChrome';

/** The top bar's entries where a thumb reaches them: phones only, by the page's stylesheet. */
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
