import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import styles from './StaleNotice.module.css';

/** Explains that the displayed data could not be read again. */
export function StaleNotice({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div className={styles.line}>
      <Status>{text}</Status>
      <Button small variant="quiet" onClick={retry}>
        Retry
      </Button>
    </div>
  );
}
