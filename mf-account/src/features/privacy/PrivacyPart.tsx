import { onPlainClick } from '@portal/ui/plainClick';
import { AccountDeletion } from './AccountDeletion';
import { DataExport } from './DataExport';
import { LocationHistory } from './LocationHistory';
import styles from './Privacy.module.css';
import { StoredDataSummary } from './StoredDataSummary';

const contents = [
  ['privacy-held', 'What we store about you'],
  ['privacy-locations', 'When we read your location'],
  ['privacy-copy', 'Take a copy'],
  ['privacy-deletion', 'Delete my account'],
] as const;

/** The fragment of the address selects the sub-page, so a link here moves the focus instead. */
function goTo(id: string) {
  const heading = document.getElementById(id);
  heading?.scrollIntoView?.();
  heading?.focus({ preventScroll: true });
}

/** The stored data of the guard, with export and deletion. Each of the four parts fails alone. */
export function PrivacyPart() {
  return (
    <div className={styles.part}>
      <nav aria-label="On this page">
        <ol className={styles.contents}>
          {contents.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} onClick={onPlainClick(() => goTo(id))}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <StoredDataSummary />
      <LocationHistory />
      <DataExport />
      <AccountDeletion />
    </div>
  );
}
