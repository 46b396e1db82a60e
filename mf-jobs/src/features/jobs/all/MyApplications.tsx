import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import type { Application } from '@portal/contracts/applications/applications.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { Pager } from '@portal/ui/Pager';
import { Skeleton } from '@portal/ui/Skeleton';
import { useRef, useState } from 'react';
import { useMyApplications } from '../../applications/applications.queries';
import { CancelModal } from '../../applications/CancelModal';
import { usePageWithin } from '../usePageWithin';
import { ApplicationsTable } from './ApplicationsTable';
import styles from './MyApplications.module.css';

/** Every application of the guard with what became of it; one that waits can be taken back here. */
export function MyApplications({ page, linkTo }: { page: number; linkTo(page: number): string }) {
  const portal = usePortal();
  const { data, hasData, error, isRefreshing, retry } = useMyApplications(page);
  const pageCount = Math.ceil(data.total / limits.pageSize);
  usePageWithin({ page, pageCount: hasData && !isRefreshing ? pageCount : null, linkTo });
  const [taking, setTaking] = useState<Application | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const taken = () => {
    portal.announce(`The application for ${taking?.jobTitle} is withdrawn.`);
    setTaking(null);
    list.current?.focus();
  };
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      {error && (
        <ErrorState title="Your applications could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />
      )}
      {!hasData && !error && <Skeleton shape="rows" count={5} label="Loading your applications" />}
      {hasData && data.docs.length === 0 && !isRefreshing && (
        <EmptyState
          icon="briefcase"
          title={copy.noDataFound}
          why="Jobs that you apply for appear here, with what became of them."
          action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
        />
      )}
      {data.docs.length > 0 && <ApplicationsTable applications={data.docs} withdraw={setTaking} />}
      <Pager page={page} pageCount={pageCount} label="Pages of applications" hrefFor={linkTo} />
      {taking && <CancelModal job={taking} onClose={() => setTaking(null)} onCancelled={taken} />}
    </div>
  );
}
