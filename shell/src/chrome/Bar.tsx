import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { BRAND } from '@portal/mf-kit/frame';
import { IconButton } from '@portal/ui/IconButton';
import { useSignal } from '../boot/signal';
import styles from './Bar.module.css';
import type { ChromeParts, Place } from './context';
import { EntryLink } from './EntryLink';
import { late } from './late';
import { ProfilePicture } from './ProfilePicture';
import { SiteBar, SiteLinks } from './SiteBar';
import { ThemeSwitch } from './ThemeSwitch';
import { useGuard, useMenu, usePlace } from './useChrome';

const Waiting = late(() => import(/* webpackChunkName: "outbox" */ '../outbox/Waiting').then((module) => module.Waiting));

/** What is not sent yet. Its code is there before there is anything to show. */
function Unsent({ parts: { portal, outbox, isLost, place } }: { parts: ChromeParts }) {
  const isEmpty = useSignal(outbox.entries).length === 0;
  return isEmpty ? null : <Waiting outbox={outbox} portal={portal} isLost={isLost} place={place} />;
}

function Brand({ chrome }: Pick<Place, 'chrome'>) {
  return (
    <a className="brand" href={pagesPaths.home()}>
      <span className="brand-mark" aria-hidden="true" />
      <span className={chrome === 'guard' ? styles.brandName : undefined}>{BRAND}</span>
    </a>
  );
}

/** What the host served, for a bar that cannot be shown: the way home, and for a visitor the way around and in. */
export function StaticBar({ parts }: { parts: ChromeParts }) {
  const { chrome } = parts.place.get();
  return (
    <>
      <Brand chrome={chrome} />
      {chrome === 'public' ? <SiteLinks parts={parts} session={null} /> : null}
    </>
  );
}

/** The top navbar of every screen (SHELL-01): menus for a guard, the site's pages, Log in and Register for a visitor. */
export function Bar({ parts }: { parts: ChromeParts }) {
  const chrome = usePlace(parts, (place) => place.chrome);
  return (
    <>
      <Brand chrome={chrome} />
      {chrome === 'guard' ? <GuardMenus parts={parts} /> : chrome === 'public' ? <SiteBar parts={parts} /> : <Leave parts={parts} />}
    </>
  );
}

function GuardMenus({ parts }: { parts: ChromeParts }) {
  const entries = useMenu(parts, 'top');
  const session = useGuard(parts);
  return (
    <>
      <nav className={styles.entries} aria-label="Main">
        {entries.map((entry) => (
          <EntryLink key={entry.label} parts={parts} entry={entry} look="bar" />
        ))}
      </nav>
      <Unsent parts={parts} />
      <div className={styles.theme}>
        <ThemeSwitch theme={parts.theme} />
      </div>
      {session ? (
        <a className={styles.profile} href={guardsPaths.myProfile({ id: session.guardId })} aria-label="My Profile">
          <ProfilePicture guard={session.guard} />
        </a>
      ) : null}
      <IconButton icon="menu" label="Menu" className={styles.menu} aria-haspopup="dialog" onClick={() => parts.isMenuOpen.set(true)} />
    </>
  );
}

/** In the onboarding flow a guard with a session can always log out. */
function Leave({ parts }: { parts: ChromeParts }) {
  const session = useGuard(parts);
  if (!session) return null;
  return (
    <button type="button" className={styles.leave} onClick={() => void parts.portal.session.logout()}>
      Logout
    </button>
  );
}
