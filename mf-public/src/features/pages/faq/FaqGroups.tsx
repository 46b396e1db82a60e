import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import type { FaqGroup } from '@portal/contracts/pages/pages.endpoints';
import { Link } from '@portal/mf-kit/router';
import { QuestionList } from '../QuestionList';
import sections from '../section.module.css';
import styles from './FaqGroups.module.css';

/** The anchor of a group, from its title. */
const anchorOf = (title: string) => `faq-${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;

export function FaqGroups({ groups }: { groups: readonly FaqGroup[] }) {
  const more = (
    <p className={styles.more}>
      Something else? <Link to={enquiriesPaths.contact()}>Contact us</Link>
    </p>
  );
  if (groups.length === 0)
    return (
      <>
        <p className={sections.intro}>There are no questions here yet. Contact us with yours.</p>
        {more}
      </>
    );
  return (
    <div className={styles.columns}>
      <nav aria-label="Groups of questions" className={styles.groups}>
        <ul>
          {groups.map(({ title }) => (
            <li key={title}>
              <a href={`#${anchorOf(title)}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.list}>
        {groups.map(({ title, questionAnswers }) => (
          <section key={title} aria-labelledby={anchorOf(title)}>
            <h2 id={anchorOf(title)} tabIndex={-1} className={styles.title}>
              {title}
            </h2>
            <QuestionList items={questionAnswers} />
          </section>
        ))}
        {more}
      </div>
    </div>
  );
}
