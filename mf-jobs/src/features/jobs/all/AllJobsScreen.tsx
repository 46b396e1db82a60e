import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { coverMessages } from '@portal/contracts/covers/covers.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Icon } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { useState } from 'react';
import { CalendarModal } from '../../calendar/CalendarModal';
import { readMyJobsEarly } from '../jobs.queries';
import styles from '../list.module.css';
import { MyApplications } from './MyApplications';
import { MyJobs } from './MyJobs';
import { useOnShiftNotice } from './OnShiftNotice';

const segments = [
  { id: 'active', label: 'Active', address: {}, isComplete: 0 },
  { id: 'completed', label: 'Completed', address: { isComplete: 1 }, isComplete: 1 },
  { id: 'all', label: 'All', address: { show: 'all' }, isComplete: undefined },
  { id: 'applications', label: 'Applications', address: { show: 'applications' }, isComplete: undefined },
] as const;
type Segment = (typeof segments)[number];
const [active, completed] = segments;

const segmentOf = (params: URLSearchParams): Segment =>
  segments.find(({ id }) => id === params.get('show')) ?? (params.get('isComplete') === '1' ? completed : active);

export function AllJobsScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const shown = segmentOf(params);
  const above = useOnShiftNotice();
  const [isCalendar, setCalendar] = useState(params.has('calendar'));
  const addressOf = ({ address }: Segment, to: number) => jobsPaths.allJobs({ ...address, page: pageForUrl(to) });
  const linkTo = (to: number) => addressOf(shown, to);
  const select = (id: Segment['id']) => {
    const wanted = segments.find((segment) => segment.id === id) ?? active;
    portal.navigate(addressOf(wanted, 1), { replace: true });
  };
  return (
    <div className={styles.screen}>
      <PageHeader
        title="All Jobs"
        className={styles.header}
        actions={
          <div className={styles.actions}>
            <ButtonLink variant="secondary" icon={<Icon name="refresh" size={20} />} href={coversPaths.covers()}>
              {coverMessages.title}
            </ButtonLink>
            <Button variant="secondary" icon={<Icon name="calendar" size={20} />} onClick={() => setCalendar(true)}>
              Calendar
            </Button>
          </div>
        }
      />
      {isCalendar && <CalendarModal onClose={() => setCalendar(false)} />}
      <SegmentedToggle label="Which jobs" className={styles.toggle} segments={segments} selected={shown.id} onSelect={select} />
      {shown.id === 'applications' ? (
        <MyApplications notice={above} page={page} linkTo={linkTo} />
      ) : (
        <MyJobs notice={above} isComplete={shown.isComplete} page={page} linkTo={linkTo} />
      )}
    </div>
  );
}
AllJobsScreen.startReads = ({ search }: PressedLink, by: PressContext): void => {
  const { id, isComplete } = segmentOf(search);
  if (id !== 'applications') readMyJobsEarly({ page: pageInUrl(search), isComplete }, by);
};
