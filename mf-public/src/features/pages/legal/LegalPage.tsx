import { RichText } from '@portal/mf-kit/RichText';
import styles from './LegalText.module.css';
import { sectionsOf } from './sectionsOf';

/** A text of the server at full length, with a list of its sections if there are several. */
export function LegalPage({ html, label }: { html: string; label: string }) {
  const parts = sectionsOf(html);
  const titled = parts.filter(({ title }) => title !== '');
  return (
    <div className={styles.columns}>
      {titled.length > 1 && (
        <nav className={styles.contents} aria-label="On this page">
          <p className={styles.contentsTitle}>On this page</p>
          <ol>
            {titled.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <section aria-label={label}>
        {parts.map((part) => (
          <div key={part.id} id={part.id} className={styles.part}>
            <RichText html={part.html} className={styles.text} />
          </div>
        ))}
      </section>
    </div>
  );
}
