import { type ComponentProps, memo, type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { cx } from './cx';
import { FieldNotes, wiring } from './Field';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> {
  id?: string | undefined;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

export const Checkbox = memo(function Checkbox({ id: given, label, hint, error, className, ...input }: CheckboxProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.row}>
        <input {...input} {...wiring(id, { hint, error })} type="checkbox" className={cx(styles.mark, styles.box)} />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
});
