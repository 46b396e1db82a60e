import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { cx } from './cx';
import { FieldNotes, wiring } from './Field';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role' | 'children'> {
  id?: string | undefined;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A setting that takes effect immediately. */
export function Switch({ id: given, label, hint, error, className, ...input }: SwitchProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <div className={cx(styles.field, className)}>
      <label className={cx(styles.row, styles.apart)}>
        <span>{label}</span>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox brings its own checked state */}
        <input {...input} {...wiring(id, { hint, error })} type="checkbox" role="switch" className={styles.switch} />
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
