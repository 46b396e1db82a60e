import { type ComponentProps, memo } from 'react';
import { cx } from './cx';
import { Field, type FieldTexts } from './Field';
import styles from './Select.module.css';

export interface Option {
  value: string;
  label: string;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'children'>, FieldTexts {
  id?: string | undefined;
  options: readonly Option[];
  /** The text of the first, empty choice. */
  placeholder?: string | undefined;
}

/** The browser's select, because it needs the least code and works best on phones. */
export const Select = memo(function Select({
  id,
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} className={className}>
      {(control) => (
        <select {...select} {...control} className={cx(control.className, styles.select)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
});
