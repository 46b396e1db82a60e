import type { Guard } from '@portal/contracts/_kernel/guard';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { Link } from '@portal/mf-kit/router';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { buttonClass } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { PageTitle } from '@portal/ui/PageTitle';
import { LicenceCardPart } from '../../documents/card/LicenceCardPart';
import styles from './ProfileHead.module.css';

/** Who the guard is: picture, name and licence, with the licence card that opens without a signal. */
export function ProfileHead({ guard }: { guard: Guard }) {
  const name = [guard.firstName, guard.middleName, guard.lastName].filter(Boolean).join(' ');
  return (
    <header className={styles.head}>
      <SessionImage
        filename={guard.profileImage}
        alt=""
        className={styles.picture ?? ''}
        fallback={<Avatar name="" size="large" className={styles.picture} />}
      />
      <div className={styles.who}>
        <PageTitle className={styles.name} title={name} />
        <p className={styles.licence}>
          <Icon name="shield" size={20} />{' '}
          <span>{guard.licenseNumber ? `Security licence ${guard.licenseNumber}` : 'No licence number yet'}</span>
        </p>
      </div>
      <div className={styles.acts}>
        <LicenceCardPart guard={guard} />
        <Link to={guardsPaths.editProfile()} state={{ guard }} className={buttonClass('secondary')}>
          Edit Profile
        </Link>
      </div>
    </header>
  );
}
