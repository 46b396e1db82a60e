import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { PageTitle } from '@portal/ui/PageTitle';
import type { ReactNode } from 'react';
import { PublicPage } from './PublicPage';
import styles from './StaticPage.module.css';

export interface StaticPageProps {
  /** The page's name in the breadcrumb. */
  name: string;
  /** The page between Home and this one in the breadcrumb. */
  above?: { name: string; to: string };
  title: string;
  lead: string;
  /** The main button of the page, below the lead. */
  act?: ReactNode;
  /** Drawing next to the title on wide screens. */
  art?: ReactNode;
  /** A larger drawing; below the text on narrow screens. */
  scene?: ReactNode;
  children: ReactNode;
}

/** A text page: a band with the breadcrumb, the title and its lead, then sections. */
export function StaticPage({ name, above, title, lead, act, art, scene, children }: StaticPageProps) {
  return (
    <PublicPage>
      <header className={styles.band}>
        <div className={styles.inner}>
          <div className={styles.words}>
            <nav aria-label="Breadcrumb">
              <ol className={styles.trail}>
                <li>
                  <Link to={pagesPaths.home()}>Home</Link>
                </li>
                {above && (
                  <li>
                    <Link to={above.to}>{above.name}</Link>
                  </li>
                )}
                <li aria-current="page">{name}</li>
              </ol>
            </nav>
            <PageTitle className={styles.title} title={title} />
            <p className={styles.lead}>{lead}</p>
            {act && <p className={styles.act}>{act}</p>}
          </div>
          {art && <div className={styles.art}>{art}</div>}
          {scene && <div className={styles.scene}>{scene}</div>}
        </div>
      </header>
      {children}
    </PublicPage>
  );
}
