import { memo, useId } from 'react';
import styles from './Choice.module.css';
import { cx } from './cx';
import { FieldGroup, type FieldTexts } from './Field';
import type { Option } from './Select';

export interface RadioGroupProps extends FieldTexts {
  id?: string | undefined;
  name?: string | undefined;
  options: readonly Option[];
  value: string | null | undefined;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** In one row if there is room. */
  inline?: boolean | undefined;
  className?: string | undefined;
}

export const RadioGroup = memo(function RadioGroup({
  id: given,
  name,
  options,
  value,
  onChange,
  onBlur,
  inline,
  ...texts
}: RadioGroupProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <FieldGroup {...texts} id={id}>
      <div className={inline ? styles.inline : styles.list}>
        {options.map((option) => (
          <label key={option.value} className={cx(styles.row, styles.choice)}>
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              aria-invalid={texts.error ? true : undefined}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className={cx(styles.mark, styles.dot)}
            />
            <span>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
});
