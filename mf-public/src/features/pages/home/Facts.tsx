import { LineIcon } from '../LineIcon';
import styles from './Facts.module.css';
import { facts } from './home.copy';

export function Facts() {
  return (
    <ul className={styles.facts} aria-label="At a glance">
      {facts.map(({ drawing, title, text }) => (
        <li key={title} className={styles.fact}>
          <LineIcon drawing={drawing} className={styles.icon} />
          <p className={styles.text}>
            <strong>{title}</strong>
            <span>{text}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
