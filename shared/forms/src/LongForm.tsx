import { Button } from '@portal/ui/Button';
import { useEffect, useReducer, useRef } from 'react';
import { Form, type FormProps } from './Form';
import styles from './LongForm.module.css';
import { SubmitButton } from './SubmitButton';
import type { RulesForm } from './useRulesForm';
import type { UploadProgress } from './useUploadProgress';

/** Validating the whole form waits for a pause in typing. */
const TYPED_MS = 300;

interface SaveBarProps {
  form: Pick<RulesForm<object>, 'busy' | 'isValid' | 'onInput'>;
  label: string;
  isDone: boolean;
  sending: UploadProgress;
  /** Labels of the required fields that are still empty. */
  missing: () => readonly string[];
}

/** Renders again 300 ms after the last input. */
function useTyped(form: SaveBarProps['form']): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const live = useRef(form);
  live.current = form;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.current.onInput(() => {
      clearTimeout(timer);
      timer = setTimeout(render, TYPED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}

function stateOf({ isValid }: SaveBarProps['form'], missing: readonly string[]): string {
  if (missing.length > 0) return `Still to fill in: ${missing.join(', ')}`;
  return isValid() ? 'Everything is filled in.' : 'Some answers need a correction. They are marked when you save.';
}

/** The bar at the end of a long form: missing fields, upload progress and the submit button. */
export function SaveBar({ form, label, isDone, sending: { share, cancel }, missing }: SaveBarProps) {
  useTyped(form);
  const percent = Math.round((share ?? 0) * 100);
  return (
    <div className={styles.bar}>
      {share !== null ? (
        <div className={styles.upload}>
          <label className={styles.left}>
            <span>{percent < 100 ? `Uploading, ${percent} %` : 'Uploaded, saving…'}</span>
            <progress max={100} value={percent} />
          </label>
          <Button small variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <p className={styles.left}>{stateOf(form, missing())}</p>
      )}
      <SubmitButton form={{ busy: form.busy || isDone }} wide>
        {label}
      </SubmitButton>
    </div>
  );
}

/** A form of several cards with a `SaveBar` at its end. */
export const LongForm = (props: Omit<FormProps, 'className'>) => <Form {...props} className={styles.form} />;
