import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import type { FaqGroup } from '@portal/contracts/pages/pages.endpoints';
import { Link } from '@portal/mf-kit/router';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { Answers } from '../Answers';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import styles from './FaqScreen.module.css';
import { useFaq, useSessionCheck } from './faq.queries';

/** A group's place in the page: its title, as an address can hold it. */
const anchorOf = (title: string) => `faq-${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;

function Groups({ groups }: { groups: readonly FaqGroup[] }) {
  const more = (
    <p className={styles.more}>
      Something else? <Link to={enquiriesPaths.contact()}>Contact us</Link>
    </p>
  );
  if (groups.length === 0)
    return (
      <>
        <p className={sections.intro}>Nobody has asked anything yet. Be the first: write to us.</p>
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
            <Answers items={questionAnswers} />
          </section>
        ))}
        {more}
      </div>
    </div>
  );
}

export function FaqScreen() {
  useSessionCheck();
  const { hasData, data, error, isLoading, isRefreshing, retry } = useFaq();
  return (
    <StaticPage
      name="FAQ"
      title="Questions and answers"
      lead="What guards ask us most, answered plainly. Yours is not among them? Write to us, and a person will answer."
      art={
        <ShieldArt drawing="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01" />
      }
    >
      <div className={sections.section}>
        {hasData ? (
          <Groups groups={data} />
        ) : error ? (
          <ErrorState
            title="The questions could not be loaded"
            safe={error.userMessage}
            reference={error.reference}
            onRetry={retry}
            retryBusy={isLoading || isRefreshing}
          />
        ) : (
          <Skeleton shape="rows" count={6} label="Loading the questions" />
        )}
      </div>
    </StaticPage>
  );
}
