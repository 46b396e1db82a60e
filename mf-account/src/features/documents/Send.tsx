import { SubmitButton } from '@portal/forms/SubmitButton';
import type { Sending } from '@portal/forms/useSending';
import { Button } from '@portal/ui/Button';
import type { ReactNode } from 'react';
import styles from './Documents.module.css';

interface SendProps {
  form: { busy: boolean };
  sending: Sending;
  children: ReactNode;
}

/** The button of a form with a picture, and how far that is. */
export function Send({ form, sending: { share, cancel }, children }: SendProps) {
  return (
    <div className={styles.send}>
      <SubmitButton form={form}>{children}</SubmitButton>
      {share !== null && (
        <>
          <progress className={styles.progress} max={1} value={share} aria-label="Sending your document" />
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}
