import { Section } from '../Section';
import { shiftSteps } from './home.copy';
import { stepPictures } from './Pictures';
import styles from './ShiftSteps.module.css';

export function ShiftSteps() {
  return (
    <Section id="home-steps" title="A shift, from search to pay">
      <ol className={styles.steps}>
        {shiftSteps.map(({ title, text }, index) => {
          const Picture = stepPictures[index];
          return (
            <li key={title} className={styles.step}>
              {Picture && <Picture />}
              <div>
                <h3 className={styles.title}>{title}</h3>
                <p className={styles.text}>{text}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
