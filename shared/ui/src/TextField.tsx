import { type ComponentProps, memo, type ReactNode } from 'react';
import { cx } from './cx';
import { Field, type FieldTexts } from './Field';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'>, FieldTexts {
  id?: string | undefined;
  /** Decoration at the start of the control: an icon, "$" or "+1". Not announced. */
  leading?: ReactNode;
  /** Content at the end of the control, may be a button. */
  trailing?: ReactNode;
}

/** One line of text. Controlled with `value` and `onChange`, or uncontrolled with the result of a form's `bind`. */
export const TextField = memo(function TextField(props: TextFieldProps) {
  const { id, label, hint, error, optional, hideLabel, leading, trailing, className, type = 'text', ...input } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} className={className}>
      {(control) => {
        const box = (
          <input
            type={type}
            {...input}
            {...control}
            className={cx(control.className, Boolean(leading) && styles.afterLeading, Boolean(trailing) && styles.beforeTrailing)}
          />
        );
        if (!leading && !trailing) return box;
        return (
          <span className={styles.frame}>
            {leading && (
              <span className={styles.leading} aria-hidden="true">
                {leading}
              </span>
            )}
            {box}
            {trailing && <span className={styles.trailing}>{trailing}</span>}
          </span>
        );
      }}
    </Field>
  );
});
