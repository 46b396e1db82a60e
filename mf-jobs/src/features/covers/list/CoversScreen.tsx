import type { Cover } from '@portal/contracts/covers/covers.endpoints';
import { coverMessages } from '@portal/contracts/covers/covers.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { PageHeader } from '@portal/ui/PageHeader';
import styles from '../Covers.module.css';
import { useCovers, useLostAcceptances } from '../covers.queries';
import { OpenCover } from './OpenCover';
import { OwnCover } from './OwnCover';

/** Explains an acceptance that came too late, until the guard has read it. */
function LostAcceptances({ listed }: { listed: readonly Cover[] }) {
  return useLostAcceptances(listed).map(({ key, words, dismiss }) => (
    <Banner
      key={key}
      kind="warning"
      actions={
        <Button small variant="secondary" onClick={dismiss}>
          {coverMessages.understood}
        </Button>
      }
    >
      {words}
    </Banner>
  ));
}

/** Shifts of other guards that this guard can take over, and the guard's own offers. */
export function CoversScreen() {
  const query = useCovers();
  return (
    <div className={styles.screen}>
      <PageHeader title={coverMessages.title} lead={coverMessages.lead} back={{ label: 'All Jobs', href: jobsPaths.allJobs() }} />
      <QueryView
        query={query}
        failed="The shifts to cover could not be loaded"
        loading={{ shape: 'rows', count: 4, label: 'Loading the shifts to cover' }}
      >
        {({ open, own }) => (
          <>
            <LostAcceptances listed={open} />
            {open.length === 0 ? (
              <EmptyState
                icon="calendar"
                title={coverMessages.none}
                why={coverMessages.noneWhy}
                action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
              />
            ) : (
              <ul className={styles.list} aria-label={coverMessages.title}>
                {open.map((cover) => (
                  <OpenCover key={cover.offerId} cover={cover} />
                ))}
              </ul>
            )}
            {own.length > 0 && (
              <section className={styles.own} aria-label={coverMessages.ownTitle}>
                <h2 className={styles.heading}>{coverMessages.ownTitle}</h2>
                <ul className={styles.list}>
                  {own.map((cover) => (
                    <OwnCover key={cover.offerId} cover={cover} />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
