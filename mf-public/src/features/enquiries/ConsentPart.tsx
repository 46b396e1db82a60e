import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import styles from './ConsentPart.module.css';

/** The consent sentence next to the button of a public form: sending is the consent. The link opens a tab, so the typed text stays. */
export function ConsentPart() {
  return (
    <p className={styles.consent}>
      By sending this form, you agree that we keep your answers so we can reply, as our{' '}
      <a href={pagesPaths.privacy()} target="_blank" rel="noopener">
        Privacy Policy
      </a>{' '}
      explains.
    </p>
  );
}
