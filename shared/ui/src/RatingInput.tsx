import { useId } from 'react';
import { cx } from './cx';
import { FieldGroup, type FieldTexts } from './Field';
import styles from './Rating.module.css';
import { STAR } from './stars';

export interface RatingInputProps extends FieldTexts {
  id?: string | undefined;
  name?: string | undefined;
  /** 1 to 5, or 0 for none. */
  value: number;
  onChange: (value: number) => void;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
}

/** Five stars as radio buttons. */
export function RatingInput({ id: given, name, value, onChange, onBlur, ...texts }: RatingInputProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <FieldGroup {...texts} id={id}>
      <div className={styles.input}>
        {[1, 2, 3, 4, 5].map((star) => (
          <label key={star} className={styles.choice}>
            <input
              type="radio"
              name={name ?? id}
              value={star}
              checked={value === star}
              aria-label={star === 1 ? '1 star' : `${star} stars`}
              onChange={() => onChange(star)}
              onBlur={onBlur}
              className={styles.radio}
            />
            <svg viewBox="0 0 24 24" className={cx(styles.star, styles.large)} aria-hidden="true">
              <path d={STAR} className={value >= star ? styles.full : styles.none} />
            </svg>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
