import type { Guard } from '@portal/contracts/_kernel/guard';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { Link } from '@portal/mf-kit/router';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { buttonClass } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import styles from './Details.module.css';
import { ProfileFacts } from './ProfileFacts';

/** The guard's picture, licence and facts, with links to documents, account, employers and ratings. */
export function Details({ guard }: { guard: Guard }) {
  const links = [
    { to: documentsPaths.list(), label: 'My Documents', icon: 'note' },
    { to: guardsPaths.myAccount(), label: 'My Account', icon: 'wallet' },
    { to: guardsPaths.employers({ id: guard.id }), label: 'Employment Details', icon: 'briefcase' },
    { to: ratingsPaths.list(), label: 'My Rating', icon: 'star' },
  ] as const;
  return (
    <section className={styles.card} aria-labelledby="profile-details">
      <header className={styles.head}>
        <SessionImage
          filename={guard.profileImage}
          alt=""
          className={styles.picture ?? ''}
          fallback={<Avatar name="" size="large" className={styles.picture} />}
        />
        <div className={styles.who}>
          <h2 id="profile-details" className={styles.heading}>
            Profile details
          </h2>
          <p className={styles.licence}>
            <Icon name="shield" size={20} />{' '}
            <span>{guard.licenseNumber ? `Security licence ${guard.licenseNumber}` : 'No licence number yet'}</span>
          </p>
        </div>
        <Link to={guardsPaths.editProfile()} state={{ guard }} className={buttonClass('secondary')}>
          Edit Profile
        </Link>
      </header>
      <ProfileFacts guard={guard} />
      <nav aria-label="Profile">
        <ul className={styles.links}>
          {links.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                <Icon name={icon} size={20} /> {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}
