import type { Guard } from '@portal/contracts/_kernel/guard';
import { PageTitle } from '@portal/ui/PageTitle';
import { LicenceCardPart } from '../../documents/card/LicenceCardPart';
import styles from './ProfileHead.module.css';

/** One line above the next shift: the guard's name, and the licence card that opens without a signal. */
export function ProfileHead({ guard }: { guard: Guard }) {
  return (
    <header className={styles.head}>
      <PageTitle className={styles.name} title={[guard.firstName, guard.middleName, guard.lastName].filter(Boolean).join(' ')} />
      <LicenceCardPart guard={guard} />
    </header>
  );
}
