import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Icon, type IconName } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import type { ComponentType } from 'react';
import { ChangePasswordPart } from '../auth/password/ChangePasswordPart';
import { SessionsPart } from '../auth/sessions/SessionsPart';
import { PrivacyPart } from '../privacy/PrivacyPart';
import { AlertsPart } from './alerts/AlertsPart';
import { ConnectedPart } from './connected/ConnectedPart';
import { ContactPart } from './contact/ContactPart';
import styles from './SettingsScreen.module.css';

interface Section {
  id: string;
  icon: IconName;
  title: string;
  lead: string;
  Part: ComponentType<{ guardId: string }>;
}

const sections: readonly Section[] = [
  { id: 'alerts', icon: 'bell', title: 'Alerts', lead: 'What you hear of, and how.', Part: AlertsPart },
  { id: 'connected', icon: 'user', title: 'Connected accounts', lead: 'Log in without typing your password.', Part: ConnectedPart },
  { id: 'contact', icon: 'phone', title: 'Phone and e-mail', lead: 'Where codes and alerts go.', Part: ContactPart },
  { id: 'password', icon: 'shield', title: 'Change Password', lead: 'Every device is signed out by it.', Part: ChangePasswordPart },
  {
    id: 'sessions',
    icon: 'history',
    title: 'Where you are signed in',
    lead: 'Sign out a device that you lost or sold.',
    Part: SessionsPart,
  },
  { id: 'privacy', icon: 'eye', title: 'Privacy', lead: 'What is held about you, and what you can do about it.', Part: PrivacyPart },
];

/** Each section is another feature's part and fails alone; the row of links on top leads to them. */
export function SettingsScreen() {
  const session = useSession();
  if (!session) return null;
  return (
    <div className={styles.screen}>
      <PageHeader title="Settings" lead="Switches take effect at once." />
      <div className={styles.columns}>
        <nav aria-label="On this page" className={styles.nav}>
          <ul>
            {sections.map(({ id, icon, title }) => (
              <li key={id}>
                <Link replace to={{ hash: id }}>
                  <Icon name={icon} size={20} /> {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.sections}>
          {sections.map(({ id, title, lead, Part }) => (
            <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
              <header>
                <h2 id={`${id}-title`}>{title}</h2>
                <p>{lead}</p>
              </header>
              <Part guardId={session.guardId} />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
