import type { Guard } from '@portal/contracts/_kernel/guard';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { BRAND, homePath } from '@portal/mf-kit/pageLayout';
import { Avatar } from '@portal/ui/Avatar';
import { IconButton } from '@portal/ui/IconButton';
import type { PageLocation } from '../navigation/pageLocation';
import { useSignal } from '../platform/signal';
import { type ChromeContext, useChromeSession, useMenu, usePageLocation } from './chromeContext';
import { EntryLink } from './EntryLink';
import { lazyWithRetry } from './lazyWithRetry';
import { PublicBar, PublicLinks } from './PublicBar';
import { ThemeSwitch } from './ThemeSwitch';
import styles from './TopBar.module.css';

const Waiting = lazyWithRetry(() =>
  import(/* webpackChunkName: "outbox" */ '../outbox/OutboxButton').then((module) => module.OutboxButton),
);

function OutboxSlot({ parts: { portal, outbox, isLost, pageLocation } }: { parts: ChromeContext }) {
  const isEmpty = useSignal(outbox.entries).length === 0;
  return isEmpty ? null : <Waiting outbox={outbox} portal={portal} isLost={isLost} place={pageLocation} />;
}

function Brand({ chrome }: Pick<PageLocation, 'chrome'>) {
  return (
    <a className="brand" href={homePath}>
      <span className="brand-mark" aria-hidden="true" />
      <span className={chrome === 'guard' ? styles.brandName : undefined}>{BRAND}</span>
    </a>
  );
}

/** The bar as the portal host serves it, for a bar that failed. */
export function StaticBar({ parts }: { parts: ChromeContext }) {
  const { chrome } = parts.pageLocation.get();
  return (
    <>
      <Brand chrome={chrome} />
      {chrome === 'public' ? <PublicLinks parts={parts} session={null} /> : null}
    </>
  );
}

/** The top navbar of every screen (SHELL-01). */
export function TopBar({ parts }: { parts: ChromeContext }) {
  const chrome = usePageLocation(parts, (pageLocation) => pageLocation.chrome);
  return (
    <>
      <Brand chrome={chrome} />
      {chrome === 'guard' ? (
        <GuardMenus parts={parts} />
      ) : chrome === 'public' ? (
        <PublicBar parts={parts} />
      ) : (
        <LogoutButton parts={parts} />
      )}
    </>
  );
}

function GuardMenus({ parts }: { parts: ChromeContext }) {
  const entries = useMenu(parts, 'top');
  const session = useChromeSession(parts);
  return (
    <>
      <nav className={styles.entries} aria-label="Main">
        {entries.map((entry) => (
          <EntryLink key={entry.label} parts={parts} entry={entry} look="bar" />
        ))}
      </nav>
      <OutboxSlot parts={parts} />
      <div className={styles.theme}>
        <ThemeSwitch theme={parts.theme} />
      </div>
      {session ? (
        <a className={styles.profile} href={nextStep(session.guard).to} aria-label="My Profile">
          <ProfilePicture guard={session.guard} />
        </a>
      ) : null}
      <IconButton icon="menu" label="Menu" className={styles.menu} aria-haspopup="dialog" onClick={() => parts.isMenuOpen.set(true)} />
    </>
  );
}

const SessionImage = lazyWithRetry(() => import('@portal/mf-kit/SessionImage').then((module) => module.SessionImage));

/** The guard's picture (SHELL-07), or the default one (SHELL-08). */
export function ProfilePicture({ guard }: { guard: Guard }) {
  const standard = <Avatar name="" size="small" />;
  if (!guard.profileImage) return standard;
  return <SessionImage placeholder={standard} filename={guard.profileImage} alt="" className={styles.picture ?? ''} fallback={standard} />;
}

/** For the onboarding, which has no menu. */
function LogoutButton({ parts }: { parts: ChromeContext }) {
  const session = useChromeSession(parts);
  if (!session) return null;
  return (
    <button type="button" className={styles.leave} onClick={() => void parts.portal.session.logout()}>
      Logout
    </button>
  );
}
