import { bankLabels } from './bankLabels';
import styles from './Cheque.module.css';

const parts = [
  { label: 'Cheque', digits: '001' },
  { label: bankLabels.bankTransitNumber, digits: '12345' },
  { label: bankLabels.bankInstitution, digits: '004' },
  { label: bankLabels.bankAccountNumber, digits: '1234567' },
];

/** Explains the numbers at the bottom of a Canadian cheque. */
export function Cheque() {
  return (
    <figure className={styles.cheque}>
      <figcaption>At the bottom of a cheque, from left to right (an example)</figcaption>
      <dl className={styles.line}>
        {parts.map(({ label, digits }) => (
          <div key={label}>
            <dt>{label.replace(' number', '')}</dt>
            <dd>{digits}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
