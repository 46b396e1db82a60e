import { Banner } from '@portal/ui/Banner';
import { useSignal } from '../boot/signal';
import type { ChromeParts } from './context';
import styles from './Standing.module.css';
import { useGuard, usePlace } from './useChrome';

/** What a guard is told on every page of theirs, until it is no longer so; closed, it is gone for the day. */
export function Standing({ parts }: { parts: ChromeParts }) {
  const notices = useSignal(parts.standing.shown);
  const session = useGuard(parts);
  const chrome = usePlace(parts, (place) => place.chrome);
  if (!session || chrome !== 'guard' || notices.length === 0) return null;
  return (
    <section className={styles.notices} aria-label="Please note">
      {notices.map(({ id, tone, text, to, label }) => (
        <Banner key={id} kind={tone} onClose={() => parts.standing.dismiss(id)} actions={<a href={to}>{label}</a>}>
          {text}
        </Banner>
      ))}
    </section>
  );
}
