import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { questions } from './home.copy';
import sections from './home.module.css';
import styles from './Questions.module.css';

/** FAQ teasers. Native details: they open without JavaScript. */
export function Questions() {
  return (
    <section className={sections.section} aria-labelledby="home-questions">
      <div className={styles.split}>
        <h2 id="home-questions" className={sections.heading}>
          Questions guards ask
        </h2>
        <div className={styles.list}>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>{question}</summary>
              <p className={styles.answer}>{answer}</p>
            </details>
          ))}
        </div>
        <Link to={pagesPaths.faq()} className={sections.more}>
          All questions and answers
        </Link>
      </div>
    </section>
  );
}
