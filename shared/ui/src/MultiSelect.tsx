import { useId } from 'react';
import styles from './Choice.module.css';
import { cx } from './cx';
import { FieldGroup, type FieldTexts } from './Field';
import type { Option } from './Select';

/** The selection after a press on `value`. The exclusive choice (such as "Any") clears the others, and any other choice clears it. */
export function toggleChoice(selected: readonly string[], value: string, exclusive?: string): string[] {
  if (selected.includes(value)) return selected.filter((one) => one !== value);
  if (value === exclusive) return [value];
  return [...selected.filter((one) => one !== exclusive), value];
}

export interface MultiSelectProps extends FieldTexts {
  id?: string | undefined;
  name?: string | undefined;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: (() => void) | undefined;
  exclusive?: string | undefined;
  className?: string | undefined;
}

/** A multiple choice of a few options, displayed as chips. */
export function MultiSelect({ id: given, name, options, value, onChange, onBlur, exclusive, ...texts }: MultiSelectProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <FieldGroup {...texts} id={id}>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              checked={value.includes(option.value)}
              disabled={option.disabled}
              aria-invalid={texts.error ? true : undefined}
              onChange={() => onChange(toggleChoice(value, option.value, exclusive))}
              onBlur={onBlur}
              className={cx(styles.mark, styles.box, styles.chipMark)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
