import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { postalAddress, socialNetworks } from '@portal/contracts/pages/pages.copy';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { postingsPaths } from '@portal/contracts/postings/postings.paths';
import { Link } from '@portal/mf-kit/router';
import { useSite } from '../useSite';
import styles from './PublicFooter.module.css';
import { SocialIcon } from './SocialIcon';

const links = [
  { to: pagesPaths.home(), label: 'Home' },
  { to: pagesPaths.howItWorks(), label: 'How It Works' },
  { to: pagesPaths.services(), label: 'Services' },
  { to: pagesPaths.ontario(), label: 'Ontario' },
  { to: pagesPaths.about(), label: 'About Us' },
  { to: pagesPaths.faq(), label: 'FAQ' },
  { to: enquiriesPaths.training(), label: 'Training' },
  { to: enquiriesPaths.career(), label: 'Career' },
  { to: enquiriesPaths.contact(), label: 'Contact Us' },
  { to: pagesPaths.privacy(), label: 'Privacy Policy' },
  { to: postingsPaths.policy(), label: 'Job posting policy' },
  { to: pagesPaths.terms(), label: 'Terms and Conditions' },
  { to: pagesPaths.contract(), label: 'Contract agreement' },
];

export function PublicFooter() {
  const { supportEmail } = useSite();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div>
          <p className={styles.brand}>Guard Portal</p>
          <address className={styles.address}>
            {postalAddress.map((line) => (
              <span key={line}>{line}</span>
            ))}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </address>
        </div>
        <nav aria-label="Pages">
          <ul className={styles.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <ul className={styles.social} aria-label="Follow us">
          {socialNetworks.map(({ id, name, href }) => (
            <li key={id}>
              <a href={href} rel="noreferrer" aria-label={name}>
                <SocialIcon network={id} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
