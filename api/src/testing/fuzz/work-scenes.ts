import { makeFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { rateShift } from '@portal/contracts/ratings/ratings.endpoints';
import type { TestApi, TestGuard } from '../api';
import { givenShift, reasons, worker } from '../shifts';

/** What a guard who works may rightly name, beyond the keys of any guard. */
export interface Work {
  guard: TestGuard;
  jobId: string;
  shiftId: string;
  known: Record<string, readonly unknown[]>;
}

const known = { breakReasonId: [reasons.meal], endReasonId: [reasons.complete], rating: [4], active: [true] };

/** Guards at each step of a shift that begins soon: before the start, running, on a break, with an SOS. */
export async function workScenes(api: TestApi): Promise<Work[]> {
  const works: Work[] = [];
  for (const step of ['awarded', 'running', 'on-break'] as const) {
    const guard = await api.guard();
    const given = await givenShift(api, guard, { jobTitle: 'Door watch', start: '10:20', end: '18:00', isTest: true });
    const they = worker(api, guard, given);
    if (step !== 'awarded') await they.start();
    if (step === 'on-break') await they.takeBreak();
    const { data: sos } = await they.sos();
    works.push({ guard, ...given, known: { ...known, sosId: [sos?.sosId], endedAt: [api.clock.now().toISOString()] } });
  }
  return [...works, await endedScene(api)];
}

/** A shift that is over and was rated, of a guard whose calendar reads it. */
async function endedScene(api: TestApi): Promise<Work> {
  const guard = await api.guard();
  const given = await givenShift(api, guard, { jobTitle: 'Night watch', start: '10:20', end: '18:00', isTest: true });
  const they = worker(api, guard, given);
  await they.start();
  await they.end();
  const rated = await api.call(rateShift, { guard: guard.id, shiftId: given.shiftId, rating: 4.5, description: '' });
  const feed = await api.call(makeFeed, {}, { token: guard.token });
  return { guard, ...given, known: { ...known, id: [rated.data?.id], token: [feed.data?.url.match(/([\w-]{20,})/)?.[1]], rating: [4.5] } };
}
