import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { emergencyCall, onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { Icon, type IconName } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import { Tabs } from '@portal/ui/Tabs';
import { useRef, useState } from 'react';
import { EndJobModal } from '../EndJobModal';
import { RecordModal } from '../RecordModal';
import { ShiftActs } from '../ShiftActs';
import { useBreakReasons, useEndReasons, useOnJob, useOwnNotes } from '../shifts.queries';
import { SosPanel } from '../sos/SosPanel';
import { TakeBreakModal } from '../TakeBreakModal';
import { JobHead } from './JobHead';
import { LiveFields } from './LiveFields';
import { NextStep } from './NextStep';
import { NotesPanel } from './NotesPanel';
import styles from './OnJobScreen.module.css';
import { BreakPanel, EndPanel } from './panels';
import { useClockOff } from './useClockOff';

const label = (icon: IconName, text: string) => (
  <span className={styles.tab}>
    <Icon name={icon} size={22} />
    {text}
  </span>
);
const tabs = [
  { id: 'notes', label: label('note', onJobLabels.notes) },
  { id: 'end', label: label('check', onJobLabels.endJob) },
  { id: 'sos', label: label('shield', onJobLabels.sos) },
  { id: 'break', label: label('clock', onJobLabels.takeBreak) },
] as const;
type TabId = (typeof tabs)[number]['id'];

const chips: Record<WorkedShift['state'], [tone: Tone, words: string]> = {
  awarded: ['info', 'Upcoming'],
  'leave-requested': ['warning', 'Leave requested'],
  'on-leave': ['neutral', 'On leave'],
  arrived: ['info', 'Arrived'],
  running: ['accent', 'Running'],
  'on-break': ['warning', 'On a break'],
  ended: ['success', 'Ended'],
  missed: ['danger', 'Missed'],
};

function StateChip({ shift }: { shift: WorkedShift }) {
  const [tone, words] = chips[shift.state];
  return <StatusChip tone={tone}>{words}</StatusChip>;
}

const Call = () => (
  <a href={emergencyCall} className={styles.call}>
    <Icon name="phone" size={22} />
    {onJobLabels.call}
  </a>
);

/** Nothing is said to be in reach that is not: an SOS needs a shift that this phone knows. */
function whyOld(isRead: boolean, hasSos: boolean): string {
  if (isRead) return 'The shift could not be read again. What you see is from before; what you do is kept on this phone.';
  return `Your shift could not be loaded. ${hasSos ? 'SOS and 911 are still in reach below.' : 'Call 911 is still in reach below.'}`;
}

export function OnJobScreen() {
  const { shift, onServer, readAt, acts, hasWaiting, ref, lastEnded, goOn, hasData, error, retry } = useOnJob();
  // Read beforehand: without signal a reason can still be chosen.
  useBreakReasons();
  useEndReasons();
  const notes = useOwnNotes(shift?.jobId);
  const clockOff = useClockOff();
  // What must never be searched for stands open.
  const [tab, setTab] = useState<TabId>('sos');
  const [open, setOpen] = useState<'break' | 'end' | null>(null);
  const [recordOf, setRecordOf] = useState<string | null>(null);
  const work = useRef<HTMLDivElement>(null);
  const close = () => setOpen(null);
  const choose = (id: TabId) => {
    setTab(id);
    work.current?.querySelector('[role=tabpanel]')?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className={styles.screen}>
      <PageHeader title="On Job" className={styles.header} actions={shift && <StateChip shift={shift} />} />
      <div className={styles.about}>
        {clockOff && <Banner kind="info">{clockOff}</Banner>}
        {error && (
          <Banner
            kind="error"
            actions={
              <Button variant="secondary" onClick={retry}>
                Retry
              </Button>
            }
          >
            {whyOld(onServer !== null, ref !== null)}
          </Banner>
        )}
        {!hasData && !error && <Skeleton shape="card" label="Loading your shift" />}
        {hasData && !shift && (
          <EmptyState
            icon="briefcase"
            title="No shift is coming up"
            why="Once you are awarded a job, its next shift appears here."
            action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
          />
        )}
        {shift && <JobHead shift={shift} />}
        {shift && (
          <NextStep
            shift={shift}
            isEndSent={onServer?.state === 'ended'}
            end={() => setOpen('end')}
            openRecord={() => setRecordOf(shift.shiftId)}
            goOn={goOn}
          />
        )}
        <ShiftActs acts={acts} zone={shift?.timeZone} label="What you did" />
        <ShiftActs acts={notes} zone={shift?.timeZone} label="Your e-notes" />
        {lastEnded && lastEnded.shiftId !== shift?.shiftId && (
          <Button variant="quiet" onClick={() => setRecordOf(lastEnded.shiftId)}>
            {`${onJobLabels.record}: ${lastEnded.jobTitle}`}
          </Button>
        )}
        {hasData && <LiveFields shift={shift} />}
        {hasWaiting && shift?.started && <p className={styles.waiting}>Counted on this phone. Something still waits to be sent.</p>}
      </div>
      <div ref={work} className={styles.work}>
        <Tabs label="On this job" tabs={tabs} selected={tab} onSelect={choose} aside={<Call />}>
          {tab === 'notes' && <NotesPanel shift={shift} />}
          {tab === 'end' && <EndPanel shift={shift} end={() => setOpen('end')} />}
          {tab === 'sos' &&
            (ref ? (
              <SosPanel key={ref.shiftId} shift={ref} sos={onServer?.sos ?? []} readAt={readAt} zone={onServer?.timeZone} />
            ) : (
              // Whether there is a shift is not known before it was read; and what stands here must not move under a finger.
              (hasData || error) && <p className={styles.noSos}>An SOS to our team needs one of your shifts. In an emergency, call 911.</p>
            ))}
          {tab === 'break' && <BreakPanel shift={shift} take={() => setOpen('break')} />}
        </Tabs>
      </div>
      {open === 'break' && <TakeBreakModal onClose={close} />}
      {open === 'end' && shift && <EndJobModal shift={shift} onClose={close} />}
      {recordOf && <RecordModal shiftId={recordOf} onClose={() => setRecordOf(null)} />}
    </div>
  );
}
