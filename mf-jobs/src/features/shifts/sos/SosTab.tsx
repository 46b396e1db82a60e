import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import styles from './SosTab.module.css';

/** Explains the SOS button, which stays at the top of the screen in every tab. `whyNot`: why there is none. */
export function SosTab({ whyNot }: { whyNot: string | null }) {
  return (
    <div className={styles.words}>
      <p className={styles.emergency}>{onJobLabels.emergency}</p>
      <p>
        <strong>{onJobLabels.alert}</strong>
      </p>
      {whyNot === null ? (
        <>
          <p>Hold the SOS button at the top of this screen for 2 seconds. It makes no sound.</p>
          <p>Our team sees your name, your number, your site and your last position. You see here when they acknowledge it.</p>
          <p>Is someone in danger? Call 911 first.</p>
        </>
      ) : (
        <p>{whyNot}</p>
      )}
    </div>
  );
}
