import { BRAND } from '@portal/mf-kit/frame';
import type { ChromeParts } from './context';
import styles from './Foot.module.css';
import { usePlace } from './useChrome';

/** The logged-in footer (SHELL-25). Public pages bring their own. */
export function Foot({ parts }: { parts: ChromeParts }) {
  if (usePlace(parts, ({ chrome }) => chrome === 'public')) return null;
  return (
    <p className={styles.line}>
      © {parts.portal.now().getFullYear()} {BRAND}
    </p>
  );
}
