import { useId, useState } from 'react';
import { cx } from './cx';
import { FieldGroup, type FieldTexts } from './Field';
import fieldStyles from './Field.module.css';
import styles from './Slider.module.css';

export interface SliderProps extends FieldTexts {
  /** A text, because it also names the number field. */
  label: string;
  id?: string | undefined;
  name?: string | undefined;
  min: number;
  max: number;
  step?: number | undefined;
  value: number;
  onChange: (value: number) => void;
  onBlur?: (() => void) | undefined;
  /** The text after the number: "km". */
  unit?: string | undefined;
  className?: string | undefined;
}

/** A range slider with a number field, for guards who cannot drag. */
export function Slider({ id: given, name, min, max, step = 1, value, onChange, onBlur, unit, ...texts }: SliderProps) {
  const generated = useId();
  const id = given ?? generated;
  const invalid = texts.error ? true : undefined;
  // The typed text: it may be empty or too small until the guard has finished.
  const [typed, setTyped] = useState<string | null>(null);
  const shared = { min, max, step, 'aria-invalid': invalid } as const;
  const update = (text: string) => {
    const number = Number(text);
    if (text !== '' && Number.isFinite(number)) onChange(Math.min(max, Math.max(min, number)));
  };
  return (
    <FieldGroup {...texts} id={id}>
      <div className={styles.row}>
        <input
          {...shared}
          onBlur={onBlur}
          type="range"
          name={name}
          value={value}
          aria-label={texts.label}
          aria-valuetext={unit && `${value} ${unit}`}
          onChange={(event) => update(event.target.value)}
          className={styles.range}
        />
        <input
          {...shared}
          type="number"
          inputMode="decimal"
          value={typed ?? value}
          aria-label={unit ? `${texts.label}, in ${unit}` : `${texts.label}, as a number`}
          onChange={(event) => {
            setTyped(event.target.value);
            update(event.target.value);
          }}
          onBlur={() => {
            setTyped(null);
            onBlur?.();
          }}
          className={cx(fieldStyles.control, styles.number)}
        />
        {unit && <span aria-hidden="true">{unit}</span>}
      </div>
    </FieldGroup>
  );
}
