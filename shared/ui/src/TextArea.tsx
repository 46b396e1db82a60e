import { type ComponentProps, memo } from 'react';
import { cx } from './cx';
import { Field, type FieldTexts } from './Field';
import styles from './TextArea.module.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'children'>, FieldTexts {
  id?: string | undefined;
}

/** Several lines of text. It grows with its content in browsers that support it. */
export const TextArea = memo(function TextArea({
  id,
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  rows = 4,
  ...area
}: TextAreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} className={className}>
      {(control) => <textarea rows={rows} {...area} {...control} className={cx(control.className, styles.area)} />}
    </Field>
  );
});
