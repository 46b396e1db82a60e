import { limits } from '@portal/contracts/_kernel/limits';
import { cx } from '@portal/ui/cx';
import { Field, type FieldTexts } from '@portal/ui/Field';
import { PendingFieldContext } from '@portal/ui/PendingFieldContext';
import { useContext, useEffect, useRef } from 'react';
import styles from './AttachmentField.module.css';

interface AttachmentFieldProps extends FieldTexts {
  id: string;
  name: string;
  value: File | null;
  onChange: (file: File | null) => void;
  /** True once `onChange` is connected. A file that was chosen earlier is then reported. */
  isReady: boolean;
}

/**
 * Reports the chosen file, and a photo that is too large once more after shrinking. Until then, or if shrinking fails, the rules show the
 * error. Of two choices the later one wins.
 */
async function shrinkAndSelect(file: File | null, generation: { current: number }, onChange: (file: File | null) => void): Promise<true> {
  const current = ++generation.current;
  onChange(file);
  if (!file?.type.startsWith('image/') || file.size <= limits.imageBytes) return true;
  const small = await import(/* webpackChunkName: "shrink-image" */ '@portal/ui/shrinkImage').then(
    ({ shrinkImage }) => shrinkImage(file),
    () => null,
  );
  if (small?.ok && generation.current === current) onChange(small.file);
  return true;
}

/** The browser's own file field, which works without JavaScript. */
export function AttachmentField({ id, name, value, onChange, isReady, ...texts }: AttachmentFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const hadFile = useRef(false);
  const generation = useRef(0);
  const holds = useContext(PendingFieldContext);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    // Clears the field after its file was sent.
    if (hadFile.current && value === null) {
      field.value = '';
      generation.current++;
    }
    hadFile.current = value !== null;
    const [early] = field.files ?? [];
    if (isReady && early && value === null) holds(id, shrinkAndSelect(early, generation, onChange));
  }, [isReady, value, onChange, id, holds]);
  return (
    <Field id={id} optional {...texts}>
      {(control) => (
        <input
          ref={input}
          type="file"
          name={name}
          accept="application/pdf,image/*"
          onChange={(event) => holds(id, shrinkAndSelect(event.target.files?.[0] ?? null, generation, onChange))}
          {...control}
          className={cx(control.className, styles.file)}
        />
      )}
    </Field>
  );
}
