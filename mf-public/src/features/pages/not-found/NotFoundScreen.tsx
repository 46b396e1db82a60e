import { notFoundCopy } from '@portal/contracts/pages/pages.copy';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { buttonClass } from '@portal/ui/Button';
import { PageTitle } from '@portal/ui/PageTitle';
import { PublicPage } from '../PublicPage';
import styles from './NotFoundScreen.module.css';

/** The specification has one text; the screen shows its first sentence larger. */
const [headline = '', explanation = ''] = notFoundCopy.text.split(/(?<=\.) /);

export function NotFoundScreen() {
  return (
    <PublicPage>
      <section className={styles.missing} aria-labelledby="not-found-title">
        <svg className={styles.picture} viewBox="0 0 200 120" aria-hidden="true">
          <path className={styles.beam} d="M58 66 190 14v96L58 74Z" />
          <rect className={styles.torch} x="12" y="58" width="34" height="24" rx="4" />
          <path className={styles.torch} d="m46 62 14-6v28l-14-6Z" />
          <text className={styles.number} x="132" y="74" textAnchor="middle">
            404
          </text>
        </svg>
        <PageTitle
          id="not-found-title"
          className={styles.title}
          title={
            <>
              {headline} <span className={styles.explanation}>{explanation}</span>
            </>
          }
        />
        <Link to={pagesPaths.home()} className={buttonClass('primary')}>
          {notFoundCopy.backToHome}
        </Link>
      </section>
    </PublicPage>
  );
}
