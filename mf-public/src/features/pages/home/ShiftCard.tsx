import { clock, mapPin } from '@portal/ui/drawings';
import { LineIcon } from '../LineIcon';
import { exampleShift as shift } from './home.copy';
import styles from './ShiftCard.module.css';

/** What a guard sees before applying. A picture of it, so nothing for a screen reader: the text beside says the same. */
export function ShiftCard() {
  return (
    <div className={styles.card} aria-hidden="true">
      <p className={styles.label}>{shift.label}</p>
      <p className={styles.title}>{shift.title}</p>
      <p className={styles.fact}>
        <LineIcon drawing={clock} size={20} /> {shift.time}
      </p>
      <p className={styles.fact}>
        <LineIcon drawing={mapPin} size={20} /> {shift.place}
      </p>
      <div className={styles.pay}>
        <span>
          <strong>{shift.rate}</strong> /h
        </span>
        <span className={styles.total}>{shift.total}</span>
      </div>
    </div>
  );
}
