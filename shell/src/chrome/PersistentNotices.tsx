import { isSosNotice } from '@portal/contracts/_kernel/sosNoticeId';
import { Banner } from '@portal/ui/Banner';
import { useSignal } from '../platform/signal';
import { type ChromeContext, useChromeSession, usePageLocation } from './chromeContext';
import styles from './PersistentNotices.module.css';

/** The notices on every page of a guard. The page of an SOS notice shows the SOS itself, so the notice is hidden there. */
export function PersistentNotices({ parts }: { parts: ChromeContext }) {
  const all = useSignal(parts.persistentNotices.shown);
  const session = useChromeSession(parts);
  const at = usePageLocation(parts, ({ chrome, pathname }) => chrome === 'guard' && pathname);
  const notices = all.filter(({ id, to }) => to !== at || !isSosNotice(id));
  if (!session || at === false || notices.length === 0) return null;
  return (
    <section className={styles.notices} aria-label="Please note">
      {notices.map(({ id, tone, text, to, label }) => (
        <Banner key={id} kind={tone} onClose={() => parts.persistentNotices.dismiss(id)} actions={<a href={to}>{label}</a>}>
          {text}
        </Banner>
      ))}
    </section>
  );
}
