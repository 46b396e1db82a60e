import { sessionsMessages } from '@portal/contracts/auth/auth.sessions';
import { guardsPaths, type SettingsFragment } from '@portal/contracts/guards/guards.paths';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { Link, useLocation } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { useTitle } from '@portal/mf-kit/useTitle';
import { Icon, type IconName } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import type { ComponentType } from 'react';
import { ChangePasswordPart } from '../auth/password/ChangePasswordPart';
import { PrivacyPart } from '../privacy/PrivacyPart';
import { AlertsPart } from './alerts/AlertsPart';
import { ConnectedPart } from './connected/ConnectedPart';
import { ContactPart } from './contact/ContactPart';
import { FactorsPart } from './factors/FactorsPart';
import styles from './SettingsScreen.module.css';

const SessionsPart = lazyPart<{ guardId: string }>(
  () => import(/* webpackChunkName: "sessions" */ '../auth/sessions/SessionsPart').then((file) => file.SessionsPart),
  { failed: sessionsMessages.notLoaded },
);

/** A part of another feature. Mails, notices and other screens link to its id as a fragment. */
interface Section {
  id: SettingsFragment;
  title: string;
  Part: ComponentType<{ guardId: string }>;
}

interface SubPage {
  icon: IconName;
  title: string;
  lead: string;
  sections: readonly [Section, ...Section[]];
}

const one = (id: SettingsFragment, icon: IconName, title: string, lead: string, Part: Section['Part']): SubPage => ({
  icon,
  title,
  lead,
  sections: [{ id, title, Part }],
});

const subPages: readonly SubPage[] = [
  one('alerts', 'bell', 'Alerts', 'SMS, e-mail and notifications.', AlertsPart),
  one('connected', 'user', 'Connected accounts', 'Log in with Google or Facebook.', ConnectedPart),
  one('contact', 'phone', 'Phone and e-mail', 'For codes and alerts.', ContactPart),
  {
    icon: 'shield',
    title: 'Password and second factor',
    lead: 'Protect your account.',
    sections: [
      { id: 'password', title: 'Change Password', Part: ChangePasswordPart },
      { id: 'factors', title: 'Second factor', Part: FactorsPart },
    ],
  },
  one('sessions', 'history', 'Where you are signed in', 'Sign out a lost device.', SessionsPart),
  one('privacy', 'eye', 'Privacy', 'Your data, a copy, deletion.', PrivacyPart),
];

function Overview() {
  return (
    <div className={styles.screen}>
      <PageHeader title="Settings" />
      <nav aria-label="Settings">
        <ul className={styles.entries}>
          {subPages.map(({ icon, title, lead, sections: [{ id }] }) => (
            <li key={id}>
              <Link to={{ hash: id }} className={styles.entry}>
                <Icon name={icon} size={24} />
                <span className={styles.words}>
                  <strong>{title}</strong>
                  <span>{lead}</span>
                </span>
                <Icon name="chevron-right" size={20} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Sections({ page, guardId }: { page: SubPage; guardId: string }) {
  const { title, lead, sections } = page;
  const isAlone = sections.length === 1;
  return (
    <div className={styles.screen} data-fragment-page>
      <PageHeader id="settings-title" title={title} lead={lead} back={{ label: 'Settings', href: guardsPaths.settings() }} />
      <div className={styles.sections}>
        {sections.map(({ id, title: name, Part }) => (
          <section key={id} id={id} tabIndex={-1} aria-labelledby={isAlone ? 'settings-title' : `${id}-title`} className={styles.section}>
            {!isAlone && <h2 id={`${id}-title`}>{name}</h2>}
            <Part guardId={guardId} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** An overview and six sub-pages, at fragments of one documented path. Each section fails alone. */
export function SettingsScreen() {
  const session = useSession();
  const { hash } = useLocation();
  // `#privacy-copy` is a part of `#privacy`.
  const page = subPages.find(({ sections }) => sections.some(({ id }) => `#${id}` === hash.split('-')[0]));
  useTitle(page?.title ?? 'Settings');
  if (!session) return null;
  return page ? <Sections key={page.title} page={page} guardId={session.guardId} /> : <Overview />;
}
