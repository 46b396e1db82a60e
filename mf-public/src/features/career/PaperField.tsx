import { cx } from '@portal/ui/cx';
import { Field, type FieldTexts } from '@portal/ui/Field';
import { useEffect, useRef } from 'react';
import styles from './PaperField.module.css';

interface PaperFieldProps extends FieldTexts {
  id: string;
  name: string;
  value: File | null;
  onChange: (file: File | null) => void;
  /** Whether `onChange` is heard: what was chosen before is told then. */
  isReady: boolean;
}

/** The browser's own field for one file: it works without JavaScript. */
export function PaperField({ id, name, value, onChange, isReady, ...texts }: PaperFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const had = useRef(false);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    // What was sent is gone from the field as well.
    if (had.current && value === null) field.value = '';
    had.current = value !== null;
    const [early] = field.files ?? [];
    if (isReady && early && value === null) onChange(early);
  }, [isReady, value, onChange]);
  return (
    <Field id={id} optional {...texts}>
      {(control) => (
        <input
          ref={input}
          type="file"
          name={name}
          accept="application/pdf,image/*"
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          {...control}
          className={cx(control.className, styles.file)}
        />
      )}
    </Field>
  );
}
