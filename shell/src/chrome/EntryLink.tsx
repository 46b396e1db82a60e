import { Badge } from '@portal/ui/Badge';
import { Icon, type IconName } from '@portal/ui/Icon';
import { useSignal } from '../platform/signal';
import { type ChromeContext, usePageLocation } from './chromeContext';
import styles from './EntryLink.module.css';
import type { MenuEntry } from './menu';

type Look = 'bar' | 'side' | 'tab';

/** One menu entry. It is current on its path with any query. "My Jobs" and "My Profile" share a path, so an entry with a fragment needs that too. */
export function EntryLink({ parts, entry, look }: { parts: ChromeContext; entry: MenuEntry; look: Look }) {
  const target = new URL(entry.href, window.location.origin);
  const isCurrent = usePageLocation(
    parts,
    ({ pathname, hash }) => target.pathname === pathname && (target.hash === '' || target.hash === hash),
  );
  const count = useSignal(parts.counts)[entry.counts ?? ''] ?? 0;
  const hint = () => parts.onLinkHint(target.pathname);
  return (
    <a
      href={entry.href}
      className={styles[look]}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={hint}
      onTouchStart={hint}
      onFocus={hint}
      onClick={() => parts.isMenuOpen.set(false)}
    >
      <Icon name={entry.icon as IconName} size={look === 'bar' ? 20 : 24} className={styles.icon} />
      <span>{entry.label}</span>
      <Badge count={count} label="unread" className={styles.count} />
    </a>
  );
}
