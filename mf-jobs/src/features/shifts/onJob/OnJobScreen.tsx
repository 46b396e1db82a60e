import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { PartBoundary } from '@portal/mf-kit/PartBoundary';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { UnsentActions } from '@portal/mf-kit/UnsentActions';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { Icon, type IconName } from '@portal/ui/Icon';
import { Skeleton } from '@portal/ui/Skeleton';
import { Tabs } from '@portal/ui/Tabs';
import { useState } from 'react';
import { EndJobModal } from '../EndJobModal';
import { RecordModal } from '../RecordModal';
import { useBreakReasons, useEndReasons, useOnJob, useOwnNotes } from '../shifts.queries';
import { SosPanel } from '../sos/SosPanel';
import { SosTab } from '../sos/SosTab';
import { TakeBreakModal } from '../TakeBreakModal';
import { NextStep } from './NextStep';
import { NotesPanel } from './NotesPanel';
import styles from './OnJobScreen.module.css';
import { BreakPanel, EndPanel } from './panels';
import { ShiftBar } from './ShiftBar';
import { ShiftHeader } from './ShiftHeader';
import { ShiftTotals } from './ShiftTotals';
import { useClockOff } from './useClockDriftText';

const label = (icon: IconName, text: string) => (
  <span className={styles.tab}>
    <Icon name={icon} size={20} />
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

/** An SOS needs a shift that this phone knows: only then it is offered. */
function whyOld(isRead: boolean, hasSos: boolean): string {
  if (isRead) return 'We could not update your shift. You see an earlier version; everything you enter is saved on this phone.';
  return `We could not load your shift.${hasSos ? ' You can still send an SOS or call 911 above.' : ''}`;
}

function whyNoSos(isRead: boolean): string {
  const why = isRead ? 'needs one of your shifts' : 'needs your shift, which could not be loaded';
  return `An SOS to our team ${why}. In an emergency, call 911.`;
}

const NoSos = ({ isRead }: { isRead: boolean }) => <p className={styles.noSos}>{whyNoSos(isRead)}</p>;

/** The bar without the shift: 911, and an SOS for the shift that this phone remembers. */
function BarAlone() {
  const ref = usePortal().session.rememberedJob();
  const sos = ref ? <SosPanel shift={ref} sos={[]} readAt="" /> : <NoSos isRead={false} />;
  return <ShiftBar shift={null} sos={sos} />;
}

export const OnJobScreen = () => (
  <div className={styles.screen} data-own-bar>
    <PartBoundary pattern={jobsPaths.onJob.pattern} failed="Your shift could not be shown" above={<BarAlone />}>
      <OnJob />
    </PartBoundary>
  </div>
);

function OnJob() {
  const portal = usePortal();
  const { shift, onServer, readAt, acts, hasWaiting, ref, lastEnded, goOn, hasData, error, retry } = useOnJob();
  // Read beforehand: without signal a reason can still be chosen.
  useBreakReasons();
  useEndReasons();
  const notes = useOwnNotes(shift?.jobId);
  const clockOff = useClockOff();
  const [tab, setTab] = useState<TabId>('notes');
  const [open, setOpen] = useState<'break' | 'end' | null>(null);
  const [recordOf, setRecordOf] = useState<string | null>(null);
  const close = () => {
    setOpen(null);
    setRecordOf(null);
  };
  const modalFailed = (failed: string) => {
    close();
    portal.toast('error', failed);
  };
  // Empty until the shift is read, so that no button moves under a finger.
  const sos = ref ? (
    <SosPanel key={ref.shiftId} shift={ref} sos={onServer?.sos ?? []} readAt={readAt} zone={onServer?.timeZone} />
  ) : hasData || error ? (
    <NoSos isRead={hasData} />
  ) : null;

  return (
    <>
      <ShiftBar shift={shift} sos={sos} />
      <div className={styles.content}>
        <PartBoundary pattern={jobsPaths.onJob.pattern} failed="Your shift could not be shown" className={styles.about}>
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
          {shift && <ShiftHeader shift={shift} />}
          {shift && (
            <NextStep
              key={shift.shiftId}
              shift={shift}
              isEndSent={onServer?.state === 'ended'}
              end={() => setOpen('end')}
              openRecord={() => setRecordOf(shift.shiftId)}
              goOn={goOn}
            />
          )}
          <UnsentActions acts={acts} zone={shift?.timeZone} label="What you did" />
          <UnsentActions acts={notes} zone={shift?.timeZone} label="Your e-notes" />
          {lastEnded && lastEnded.shiftId !== shift?.shiftId && (
            <Button variant="quiet" onClick={() => setRecordOf(lastEnded.shiftId)}>
              {`${onJobLabels.record}: ${lastEnded.jobTitle}`}
            </Button>
          )}
          {hasData && <ShiftTotals shift={shift} />}
          {hasWaiting && shift?.started && (
            <p className={styles.waiting}>These figures include entries on this phone that are still waiting to be sent.</p>
          )}
        </PartBoundary>
        <div className={styles.work}>
          <Tabs label="On this job" tabs={tabs} selected={tab} onSelect={setTab}>
            <PartBoundary key={tab} pattern={jobsPaths.onJob.pattern} failed="This tab could not be shown">
              {tab === 'notes' && (hasData || error) && <NotesPanel shift={shift} isUnread={!hasData} />}
              {tab === 'end' && <EndPanel shift={shift} end={() => setOpen('end')} />}
              {tab === 'sos' && <SosTab whyNot={ref ? null : whyNoSos(hasData)} />}
              {tab === 'break' && <BreakPanel shift={shift} take={() => setOpen('break')} />}
            </PartBoundary>
          </Tabs>
        </div>
      </div>
      <PartBoundary
        key={open ?? recordOf}
        pattern={jobsPaths.onJob.pattern}
        failed="We could not open this. Please try again."
        onFailed={modalFailed}
      >
        {open === 'break' && <TakeBreakModal onClose={close} />}
        {open === 'end' && shift && <EndJobModal shift={shift} onClose={close} />}
        {recordOf && <RecordModal shiftId={recordOf} onClose={close} />}
      </PartBoundary>
    </>
  );
}
