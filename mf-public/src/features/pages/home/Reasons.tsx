import { LineIcon } from '../LineIcon';
import sections from '../section.module.css';
import { reasons } from './home.copy';
import styles from './Reasons.module.css';

export function Reasons() {
  return (
    <section className={sections.band} aria-labelledby="home-reasons">
      <div className={sections.section}>
        <h2 id="home-reasons" className={sections.heading}>
          Why guards choose us
        </h2>
        <ul className={styles.reasons}>
          {reasons.map(({ drawing, title, text, more }) => (
            <li key={title} className={styles.reason}>
              <span className={styles.icon}>
                <LineIcon drawing={drawing} />
              </span>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
              {more && (
                <p className={styles.text}>
                  <a href={more.to}>{more.label}</a>
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
