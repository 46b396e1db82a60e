import { RichText } from '@portal/mf-kit/RichText';
import styles from './LegalText.module.css';

/** A text of the server in a box that scrolls, also by keyboard, so that the button below it stays visible. */
export function LegalBox({ html, label }: { html: string; label: string }) {
  return (
    <section
      className={styles.box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
    >
      <RichText html={html} className={styles.text} />
    </section>
  );
}
