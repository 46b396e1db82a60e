import { localTime } from '@portal/contracts/_kernel/formats';
import { isOnShift, isWorkable } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { NoticeAboveList } from '@portal/mf-kit/PagedList';
import { ShiftUnknown } from '@portal/mf-kit/ShiftUnknown';
import { useNow } from '@portal/mf-kit/useNow';
import { useClockQuery, waitForQueries } from '@portal/mf-kit/waitForQueries';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { useCurrentShift } from '../../shifts/shifts.queries';

/** The notice above a list of jobs. The list waits for it, so that it does not move later. */
export function useOnShiftNotice(): NoticeAboveList {
  const query = waitForQueries(useCurrentShift(), useClockQuery());
  return {
    query,
    shown: (
      <>
        <OnShiftNotice shift={query.data.shift ?? null} />
        <ShiftUnknown query={query} />
      </>
    ),
  };
}

/** The text for a shift that can be worked now. */
function noticeText({ state, jobTitle, startTime, timeZone }: WorkedShift, now: number): string {
  if (isOnShift(state)) return `You are on shift: ${jobTitle}`;
  const start = localTime(startTime, timeZone);
  return now < Date.parse(startTime)
    ? `${jobTitle}: your shift starts at ${start}`
    : `${jobTitle}: you have not started your shift, which was due to start at ${start}`;
}

/** Links to On Job while a shift runs, and from the time at which the guard can record the arrival. */
export function OnShiftNotice({ shift }: { shift: WorkedShift | null }) {
  const now = useNow(60_000);
  if (!shift || now === null || !isWorkable(shift, Date.parse(shift.arriveFrom), now)) return null;
  return (
    <Banner kind="info" actions={<ButtonLink href={jobsPaths.onJob()}>On Job</ButtonLink>}>
      {noticeText(shift, now)}
    </Banner>
  );
}
