import { BRAND } from '@portal/mf-kit/pageLayout';
import { type ChromeContext, usePageLocation } from './chromeContext';
import styles from './Footer.module.css';

/** The logged-in footer (SHELL-25). Public pages bring their own. */
export function Footer({ parts }: { parts: ChromeContext }) {
  if (usePageLocation(parts, ({ chrome }) => chrome === 'public')) return null;
  return (
    <p className={styles.line}>
      © {parts.portal.now().getFullYear()} {BRAND}
    </p>
  );
}
