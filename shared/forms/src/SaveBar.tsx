import { Button } from '@portal/ui/Button';
import styles from './LongForm.module.css';
import { SubmitButton } from './SubmitButton';
import type { Sending } from './useSending';

interface SaveBarProps {
  form: { busy: boolean };
  label: string;
  isDone: boolean;
  sending: Sending;
  missing: readonly string[];
}

/** Within reach of a thumb: what is left, the button, and how far the upload is. */
export function SaveBar({ form, label, isDone, sending: { share, cancel }, missing }: SaveBarProps) {
  const percent = Math.round((share ?? 0) * 100);
  return (
    <div className={styles.bar}>
      {share !== null ? (
        <div className={styles.upload}>
          <label className={styles.left}>
            {percent < 100 ? `Uploading, ${percent} %` : 'Uploaded, saving…'}
            <progress max={100} value={percent} />
          </label>
          <Button small variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <p className={styles.left}>{missing.length > 0 ? `Still to fill: ${missing.join(', ')}` : 'Everything is filled in.'}</p>
      )}
      <SubmitButton form={{ busy: form.busy || isDone }} wide>
        {label}
      </SubmitButton>
    </div>
  );
}
