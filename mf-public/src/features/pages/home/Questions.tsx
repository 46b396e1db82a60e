import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { QuestionList } from '../QuestionList';
import sections from '../section.module.css';
import { questions } from './home.copy';
import styles from './Questions.module.css';

export function Questions() {
  return (
    <section className={sections.section} aria-labelledby="home-questions">
      <div className={styles.split}>
        <h2 id="home-questions" className={sections.heading}>
          Questions guards ask
        </h2>
        <div className={styles.answers}>
          <QuestionList items={questions} />
        </div>
        <Link to={pagesPaths.faq()} className={sections.more}>
          All questions and answers
        </Link>
      </div>
    </section>
  );
}
