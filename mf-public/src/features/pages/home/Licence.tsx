import { check } from '@portal/ui/drawings';
import { LineIcon } from '../LineIcon';
import sections from '../section.module.css';
import { licence } from './home.copy';
import styles from './Licence.module.css';
import { LicencePicture } from './Pictures';

export function Licence() {
  return (
    <section className={sections.band} aria-labelledby="home-licence">
      <div className={sections.section}>
        <div className={styles.split}>
          <div>
            <h2 id="home-licence" className={sections.heading}>
              {licence.title}
            </h2>
            <p className={sections.intro}>{licence.intro}</p>
            <ul className={styles.points}>
              {licence.points.map((point) => (
                <li key={point}>
                  <LineIcon drawing={check} className={styles.check} />
                  <span>{point}</span>
                </li>
              ))}
            </ul>
          </div>
          <LicencePicture />
        </div>
      </div>
    </section>
  );
}
