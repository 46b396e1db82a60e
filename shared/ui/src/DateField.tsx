import { memo, useRef, useState } from 'react';
import styles from './DateField.module.css';
import { formatDate, parseDate, withSlashes } from './dateText';
import { IconButton } from './IconButton';
import { TextField, type TextFieldProps } from './TextField';

export interface DateFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'trailing' | 'leading'> {
  /** `YYYY-MM-DD`; empty without input; the typed text if it is not a date. */
  value: string;
  onChange: (value: string) => void;
  /** `YYYY-MM-DD`. By default, the picker offers the years 1900 to 2999. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A date as dd/MM/yyyy, typed or picked. The hint names the format, because a placeholder disappears with the first digit. */
export const DateField = memo(function DateField({
  value,
  onChange,
  min = '1900-01-01',
  max = '2999-12-31',
  hint = 'dd/MM/yyyy',
  ...rest
}: DateFieldProps) {
  const [text, setText] = useState(() => formatDate(value));
  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    setText(formatDate(value));
  }
  const picker = useRef<HTMLInputElement>(null);

  const update = (next: string, shown: string) => {
    setText(shown);
    setShownValue(next);
    onChange(next);
  };
  const type = (typed: string) => {
    const shown = withSlashes(typed, text);
    update(parseDate(shown), shown);
  };

  return (
    <TextField
      {...rest}
      hint={hint}
      value={text}
      onChange={(event) => type(event.target.value)}
      inputMode="numeric"
      trailing={
        <>
          <IconButton icon="calendar" label="Choose a date" disabled={rest.disabled} onClick={() => picker.current?.showPicker()} />
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={min}
            max={max}
            value={/^\d{4}-/.test(value) ? value : ''}
            onChange={(event) => update(event.target.value, formatDate(event.target.value))}
            className={styles.picker}
          />
        </>
      }
    />
  );
});
