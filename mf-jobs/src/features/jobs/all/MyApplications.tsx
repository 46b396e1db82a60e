import { copy } from '@portal/contracts/_kernel/copy';
import type { Application } from '@portal/contracts/applications/applications.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { PagedList, type PagedListProps } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { useRef, useState } from 'react';
import { useMyApplications } from '../../applications/applications.queries';
import { CancelModal } from '../../applications/CancelModal';
import { ApplicationsTable } from './ApplicationsTable';
import styles from './MyApplications.module.css';

/** Every application of the guard with its outcome. The guard can withdraw an undecided one. */
export function MyApplications({ notice: above, page, linkTo }: Pick<PagedListProps<unknown>, 'notice' | 'page' | 'linkTo'>) {
  const portal = usePortal();
  const [withdrawing, setWithdrawing] = useState<Application | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const onWithdrawn = () => {
    portal.announce(`The application for ${withdrawing?.jobTitle} is withdrawn.`);
    setWithdrawing(null);
    list.current?.focus();
  };
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      <PagedList
        query={useMyApplications(page)}
        notice={above}
        page={page}
        linkTo={linkTo}
        counted={['application', 'applications']}
        failed="Your applications could not be loaded"
        loading={{ shape: 'rows', count: 5, label: 'Loading your applications' }}
        empty={{
          icon: 'briefcase',
          title: copy.noDataFound,
          why: 'Jobs you apply for appear here, with their outcome.',
          action: <ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>,
        }}
      >
        {(applications) => <ApplicationsTable applications={applications} withdraw={setWithdrawing} />}
      </PagedList>
      {withdrawing && <CancelModal job={withdrawing} onClose={() => setWithdrawing(null)} onCancelled={onWithdrawn} />}
    </div>
  );
}
