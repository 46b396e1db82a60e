import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import styles from './SosTab.module.css';

/** Explains the SOS button of the sticky bar. `whyNot` is the reason if there is no button. */
export function SosTab({ noSosReason }: { noSosReason: string | null }) {
  return (
    <div className={styles.words}>
      <p className={styles.emergency}>{onJobLabels.emergency}</p>
      <p>
        <strong>{onJobLabels.alert}</strong>
      </p>
      {noSosReason === null ? (
        <>
          <p>Hold the SOS button at the top of this screen for 2 seconds. It makes no sound.</p>
          <p>Our team sees your name, your number, your site and your last position. You see here when they acknowledge it.</p>
          <p>Is someone in danger? Call 911 first.</p>
        </>
      ) : (
        <p>{noSosReason}</p>
      )}
    </div>
  );
}
