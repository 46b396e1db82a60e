import type { Guard } from '@portal/contracts/_kernel/guard';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { Link } from '@portal/mf-kit/router';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { Banner } from '@portal/ui/Banner';
import { Button, buttonClass } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { PageTitle } from '@portal/ui/PageTitle';
import { useProfile } from '../guards.queries';
import styles from './Details.module.css';
import { Facts } from './Facts';

/** The guard as the server has it; what the session knows stands until the answer comes, and stays when it fails. */
export function Details({ guardId, known }: { guardId: string; known: Guard }) {
  const { data, error, retry } = useProfile(guardId);
  const guard = data.guard ?? known;
  const name = [guard.firstName, guard.middleName, guard.lastName].filter(Boolean).join(' ');
  const links = [
    { to: documentsPaths.list(), label: 'My Documents', icon: 'note' },
    { to: guardsPaths.myAccount(), label: 'My Account', icon: 'wallet' },
    { to: guardsPaths.employers({ id: guardId }), label: 'Employment Details', icon: 'briefcase' },
    { to: ratingsPaths.list(), label: 'My Rating', icon: 'star' },
  ] as const;
  return (
    <section className={styles.card} aria-labelledby="profile-title">
      <div className={styles.head}>
        <SessionImage
          filename={guard.profileImage}
          alt=""
          className={styles.picture ?? ''}
          fallback={<Avatar name="" size="large" className={styles.picture} />}
        />
        <div className={styles.who}>
          <PageTitle id="profile-title" className={styles.name} title={name} />
          <p className={styles.licence}>
            <Icon name="shield" size={20} /> {guard.licenseNumber ? `Security licence ${guard.licenseNumber}` : 'No licence number yet'}
          </p>
        </div>
        <Link to={guardsPaths.editProfile()} state={{ guard }} className={`${buttonClass('secondary')} ${styles.edit}`}>
          Edit Profile
        </Link>
      </div>
      {error && (
        <Banner
          kind="warning"
          actions={
            <Button variant="secondary" small onClick={retry}>
              Retry
            </Button>
          }
        >
          {error.userMessage} What you see here is what this device last knew.
        </Banner>
      )}
      <Facts guard={guard} />
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
