import { Copy } from './Copy';
import { Deletion } from './Deletion';
import { Held } from './Held';
import { Locations } from './Locations';
import styles from './Privacy.module.css';

/** What is held about the guard, and what they can do about it. Each of the four fails alone. */
export function PrivacyPart() {
  return (
    <div className={styles.part}>
      <Held />
      <Locations />
      <Copy />
      <Deletion />
    </div>
  );
}
