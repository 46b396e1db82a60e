import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import styles from './StaleNotice.module.css';

/** What is shown is from before: it could not be read again. */
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
