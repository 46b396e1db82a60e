import type { Guard } from '@portal/contracts/_kernel/guard';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { Link } from '@portal/mf-kit/router';
import { Icon } from '@portal/ui/Icon';
import styles from './Details.module.css';
import { Facts } from './Facts';

/** The guard's profile, with links to documents, account, employers and ratings. */
export function Details({ guard }: { guard: Guard }) {
  const links = [
    { to: documentsPaths.list(), label: 'My Documents', icon: 'note' },
    { to: guardsPaths.myAccount(), label: 'My Account', icon: 'wallet' },
    { to: guardsPaths.employers({ id: guard.id }), label: 'Employment Details', icon: 'briefcase' },
    { to: ratingsPaths.list(), label: 'My Rating', icon: 'star' },
  ] as const;
  return (
    <section className={styles.card} aria-labelledby="profile-details">
      <h2 id="profile-details" className={styles.heading}>
        Profile details
      </h2>
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
