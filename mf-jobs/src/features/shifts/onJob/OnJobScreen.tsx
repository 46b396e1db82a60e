import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { PartBoundary } from '@portal/mf-kit/PartBoundary';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import type { PressedLink } from '@portal/mf-kit/routes';
import { UnsentActions } from '@portal/mf-kit/UnsentActions';
import { useClockReading } from '@portal/mf-kit/useServerNow';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { Icon, type IconName } from '@portal/ui/Icon';
import { RevealInOrder } from '@portal/ui/RevealInOrder';
import { Skeleton } from '@portal/ui/Skeleton';
import { Tabs } from '@portal/ui/Tabs';
import { useEffect, useState } from 'react';
import { HandoverNotesPart } from '../../handovers/HandoverNotesPart';
import { LeaveHandoverPart } from '../../handovers/LeaveHandoverPart';
import { OrdersPart } from '../../orders/OrdersPart';
import { WelfarePart } from '../../welfare/WelfarePart';
import { EndJobModal } from '../EndJobModal';
import { preloadRecord, RecordPart } from '../RecordPart';
import { readCurrentShiftEarly, useBreakReasons, useEndReasons, useOnJob, useOwnNotes } from '../shifts.queries';
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
import { useClockDriftText } from './useClockDriftText';

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

/** An SOS needs a shift, so the text offers it only if this device knows one. */
function staleText(isRead: boolean, hasSos: boolean): string {
  if (isRead) return 'We could not update your shift. You see an earlier version; everything you enter is saved on this phone.';
  return `We could not load your shift.${hasSos ? ' You can still send an SOS or call 911 above.' : ''}`;
}

function noSosText(isRead: boolean): string {
  const why = isRead ? 'needs one of your shifts' : 'needs your shift, which could not be loaded';
  return `An SOS to our team ${why}. In an emergency, call 911.`;
}

const NoSos = ({ isRead }: { isRead: boolean }) => <p className={styles.noSos}>{noSosText(isRead)}</p>;

/** The bar when the screen failed: 911, and an SOS for the remembered shift. */
function FallbackBar() {
  const ref = usePortal().session.rememberedJob();
  const sos = ref ? <SosPanel shift={ref} sos={[]} readAt="" /> : <NoSos isRead={false} />;
  return <ShiftBar shift={null} sos={sos} />;
}

export const OnJobScreen = () => (
  <div className={styles.screen} data-own-bar>
    <PartBoundary pattern={jobsPaths.onJob.pattern} failed="Your shift could not be shown" above={<FallbackBar />}>
      <OnJob />
    </PartBoundary>
  </div>
);

type OnJobState = ReturnType<typeof useOnJob>;

/** An SOS for an unanswered welfare check ends with the answer, so the toggle does not show it. */
const pressed = (shift: WorkedShift | null) => shift?.sos.filter(({ reason }) => reason !== 'no-answer') ?? [];

/** Empty until the shift is read, so that no button moves under a finger. */
function SosArea({ onJob: { ref, onServer, readAt, hasData, error } }: { onJob: OnJobState }) {
  if (ref) return <SosPanel key={ref.shiftId} shift={ref} sos={pressed(onServer)} readAt={readAt} zone={onServer?.timeZone} />;
  return hasData || error ? <NoSos isRead={hasData} /> : null;
}

/** Shows that the shift or the time is loading, could not be read, or does not exist. */
function ReadState({ onJob: { shift, onServer, ref, hasData, error, retry } }: { onJob: OnJobState }) {
  const isTimed = useClockReading() > 0;
  return (
    <>
      {error && (
        <Banner
          kind="error"
          actions={
            <Button variant="secondary" onClick={retry}>
              Retry
            </Button>
          }
        >
          {staleText(onServer !== null, ref !== null)}
        </Banner>
      )}
      {!(hasData && isTimed) && !error && <Skeleton shape="card" label="Loading your shift" />}
      {hasData && !shift && (
        <EmptyState
          icon="briefcase"
          title="No shift is coming up"
          why="Once you are awarded a job, its next shift appears here."
          action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
        />
      )}
    </>
  );
}

type OpenDialog = 'break' | 'end' | null;

function TabContent({ tab, onJob, setOpen }: { tab: TabId; onJob: OnJobState; setOpen(dialog: OpenDialog): void }) {
  const { shift, ref, hasData, error } = onJob;
  switch (tab) {
    case 'notes':
      return hasData || error ? <NotesPanel shift={shift} isUnread={!hasData} /> : null;
    case 'end':
      return <EndPanel shift={shift} end={() => setOpen('end')} />;
    case 'sos':
      return <SosTab noSosReason={ref ? null : noSosText(hasData)} />;
    case 'break':
      return <BreakPanel shift={shift} take={() => setOpen('break')} />;
  }
}

function OnJob() {
  const portal = usePortal();
  const onJob = useOnJob();
  const { shift, onServer, acts, hasWaiting, lastEnded, openNextShift, hasData } = onJob;
  // Loaded early, so that a reason can be chosen without a connection.
  useBreakReasons();
  useEndReasons();
  const notes = useOwnNotes(shift?.jobId);
  const clockDriftText = useClockDriftText();
  const [tab, setTab] = useState<TabId>('notes');
  const [open, setOpen] = useState<OpenDialog>(null);
  const [recordOf, setRecordOf] = useState<string | null>(null);
  useEffect(preloadRecord, []);
  const close = () => {
    setOpen(null);
    setRecordOf(null);
  };
  const modalFailed = (failed: string) => {
    close();
    portal.toast('error', failed);
  };
  return (
    <>
      <ShiftBar shift={shift} sos={<SosArea onJob={onJob} />} />
      <RevealInOrder className={styles.content}>
        <PartBoundary pattern={jobsPaths.onJob.pattern} failed="Your shift could not be shown">
          <RevealInOrder className={styles.about}>
            {clockDriftText && <Banner kind="info">{clockDriftText}</Banner>}
            <ReadState onJob={onJob} />
            {/* First, so that no toast covers the button on a phone. */}
            {shift && <WelfarePart key={`welfare ${shift.shiftId}`} shift={shift} />}
            {shift && <ShiftHeader shift={shift} />}
            {shift && shift.state !== 'ended' && <HandoverNotesPart key={`handover ${shift.shiftId}`} shift={shift} />}
            {shift && shift.state !== 'ended' && <OrdersPart key={`orders ${shift.shiftId}`} shift={shift} />}
            {shift && (
              <NextStep
                key={shift.shiftId}
                shift={shift}
                isEndSent={onServer?.state === 'ended'}
                end={() => setOpen('end')}
                openRecord={() => setRecordOf(shift.shiftId)}
                openNextShift={openNextShift}
              />
            )}
            {shift && <LeaveHandoverPart key={`own handover ${shift.shiftId}`} shift={shift} />}
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
          </RevealInOrder>
        </PartBoundary>
        <div className={styles.work}>
          <Tabs label="On this job" tabs={tabs} selected={tab} onSelect={setTab}>
            <PartBoundary key={tab} pattern={jobsPaths.onJob.pattern} failed="This tab could not be shown">
              <TabContent tab={tab} onJob={onJob} setOpen={setOpen} />
            </PartBoundary>
          </Tabs>
        </div>
      </RevealInOrder>
      <PartBoundary
        key={open ?? recordOf}
        pattern={jobsPaths.onJob.pattern}
        failed="We could not open this. Please try again."
        onFailed={modalFailed}
      >
        {open === 'break' && <TakeBreakModal onClose={close} />}
        {open === 'end' && shift && <EndJobModal shift={shift} onClose={close} />}
        {recordOf && <RecordPart shiftId={recordOf} onClose={close} />}
      </PartBoundary>
    </>
  );
}
OnJobScreen.startReads = (_: PressedLink, by: PressContext): void => readCurrentShiftEarly(by);
