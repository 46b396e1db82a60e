import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { useState } from 'react';
import { CalendarModal } from '../../calendar/CalendarModal';
import styles from '../list.module.css';
import { MyApplications } from './MyApplications';
import { MyJobs } from './MyJobs';
import { useOnShiftNotice } from './OnShiftNotice';

const APPLICATIONS = 'applications';
const segments = [
  { id: '0', label: 'Active' },
  { id: '1', label: 'Completed' },
  { id: APPLICATIONS, label: 'Applications' },
] as const;
type Which = (typeof segments)[number]['id'];

const whichOf = (params: URLSearchParams): Which =>
  params.get('show') === APPLICATIONS ? APPLICATIONS : params.get('isComplete') === '1' ? '1' : '0';

export function AllJobsScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const which = whichOf(params);
  const above = useOnShiftNotice();
  const [isCalendar, setCalendar] = useState(false);
  const linkTo = (to: number, shown: Which = which) =>
    jobsPaths.allJobs({
      show: shown === APPLICATIONS ? APPLICATIONS : undefined,
      isComplete: shown === '1' ? 1 : undefined,
      page: pageForUrl(to),
    });
  return (
    <div className={styles.screen}>
      <PageHeader
        title="All Jobs"
        className={styles.header}
        actions={
          <Button variant="secondary" icon={<Icon name="calendar" size={20} />} onClick={() => setCalendar(true)}>
            Calendar
          </Button>
        }
      />
      {isCalendar && <CalendarModal onClose={() => setCalendar(false)} />}
      <SegmentedToggle
        label="Which jobs"
        className={styles.toggle}
        segments={segments}
        selected={which}
        onSelect={(id) => portal.navigate(linkTo(1, id), { replace: true })}
      />
      {which === APPLICATIONS ? (
        <MyApplications above={above} page={page} linkTo={linkTo} />
      ) : (
        <MyJobs above={above} isComplete={which === '1' ? 1 : 0} page={page} linkTo={linkTo} />
      )}
    </div>
  );
}
