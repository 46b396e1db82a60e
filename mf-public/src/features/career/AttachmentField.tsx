import { limits } from '@portal/contracts/_kernel/limits';
import { cx } from '@portal/ui/cx';
import { Field, type FieldTexts } from '@portal/ui/Field';
import { PendingFieldContext } from '@portal/ui/PendingFieldContext';
import { useContext, useEffect, useRef } from 'react';
import styles from './AttachmentField.module.css';

interface PaperFieldProps extends FieldTexts {
  id: string;
  name: string;
  value: File | null;
  onChange: (file: File | null) => void;
  /** Whether `onChange` is heard: what was chosen before is told then. */
  isReady: boolean;
}

/**
 * Tells what was chosen, and a photo that is too large once more, made small: until then, and where it cannot be, the rules say what is
 * wrong with it. Of two choices the later one counts.
 */
async function shrinkAndSelect(file: File | null, turn: { current: number }, onChange: (file: File | null) => void): Promise<true> {
  const mine = ++turn.current;
  onChange(file);
  if (!file?.type.startsWith('image/') || file.size <= limits.imageBytes) return true;
  const small = await import(/* webpackChunkName: "shrink-image" */ '@portal/ui/shrinkImage').then(
    ({ shrinkImage }) => shrinkImage(file),
    () => null,
  );
  if (small?.ok && turn.current === mine) onChange(small.file);
  return true;
}

/** The browser's own field for one file: it works without JavaScript. */
export function AttachmentField({ id, name, value, onChange, isReady, ...texts }: PaperFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const had = useRef(false);
  const turn = useRef(0);
  const holds = useContext(PendingFieldContext);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    // What was sent is gone from the field as well.
    if (had.current && value === null) {
      field.value = '';
      turn.current++;
    }
    had.current = value !== null;
    const [early] = field.files ?? [];
    if (isReady && early && value === null) holds(id, shrinkAndSelect(early, turn, onChange));
  }, [isReady, value, onChange, id, holds]);
  return (
    <Field id={id} optional {...texts}>
      {(control) => (
        <input
          ref={input}
          type="file"
          name={name}
          accept="application/pdf,image/*"
          onChange={(event) => holds(id, shrinkAndSelect(event.target.files?.[0] ?? null, turn, onChange))}
          {...control}
          className={cx(control.className, styles.file)}
        />
      )}
    </Field>
  );
}
