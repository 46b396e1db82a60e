import { copy } from '@portal/contracts/_kernel/copy';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { acknowledgeOrders, Orders, ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { orderLimits, orderMessages, readOrders } from '@portal/contracts/orders/orders.rules';
import type { setOrders, showOrders } from '@portal/contracts/orders/orders.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { notifyGuard } from '../notifications/notify.service';
import { shiftOfAct } from '../shifts/lost-shift.service';
import { jobOfShift, judgeEvent, phaseOf, workedShift } from '../shifts/shifts.service';
import * as orders from './orders.repository';

const refuse = (words: string): never => failValidation({ orders: words });
const refusePictures = (words: string): never => failValidation({ pictures: words });
const site = async (jobId: string): Promise<orders.JobSite> => (await orders.siteOfJob(jobId)) ?? fail(404, jobsMessages.noSuchJob);

const dataUrl = async (picture: Blob): Promise<string> =>
  `data:${picture.type};base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;

/** The pictures by the names of their files. */
async function picturesByName(pictures: readonly Blob[], named: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const picture of pictures) {
    const { name } = picture as File;
    if (!named.includes(name)) refusePictures(orderMessages.unusedPicture(name));
    if (picture.size > orderLimits.pictureBytes) refusePictures(orderMessages.tooLarge(name));
    found.set(name, await dataUrl(picture));
  }
  return found;
}

/** Reads the file of staff. 400 with the first problem. */
async function readFile(text: string, pictures: readonly Blob[]): Promise<Pick<Orders, 'sections' | 'contacts'>> {
  const read = readOrders(text);
  if (!read.orders) return refuse(read.problem ?? '');
  const named = read.orders.sections.flatMap(({ picture }) => picture ?? []);
  const twice = named.find((name, place) => named.indexOf(name) !== place);
  if (twice !== undefined) refuse(orderMessages.pictureTwice(twice));
  const known = await picturesByName(pictures, named);
  const missing = named.find((name) => !known.has(name));
  if (missing !== undefined) refusePictures(orderMessages.noPicture(missing));
  return {
    sections: read.orders.sections.map(({ title, text, picture }) => ({ title, text, picture: (picture && known.get(picture)) ?? null })),
    contacts: read.orders.contacts.map(({ name, phone, note }) => ({ name, phone, note: note ?? '' })),
  };
}

/** Stores the next version of a site's post orders, and notifies the guards with a running or coming shift there. */
export const set = ({ jobId, orders: text, pictures }: Input<typeof setOrders>): Promise<Output<typeof setOrders>> =>
  transaction(async () => {
    await lock({ job: jobId });
    const { locationId, locationName } = await site(jobId);
    const content = await readFile(text, pictures ?? []);
    const version = await orders.insertOrders(locationId, content, nowText());
    const guards = await orders.nextShiftsAt(locationId, nowText());
    for (const { guard, ...shift } of guards) {
      const to = jobsPaths.jobDetail({ ...shift, open: 'orders' });
      await notifyGuard(guard, 'other', { title: orderMessages.changedTitle, description: locationName, to });
      notifyChanged(guard, 'orders');
      notifyChanged(guard, 'shifts');
    }
    return { version, locationName, notified: guards.length };
  });

/** The newest post orders of a job's site, for staff. Version 0: none. */
export async function show({ jobId }: Input<typeof showOrders>): Promise<Output<typeof showOrders>> {
  const { locationId } = await site(jobId);
  const found = await orders.ordersOf(locationId);
  return {
    version: found?.version ?? 0,
    setAt: found?.setAt ?? null,
    sections: (found?.sections ?? []).map(({ title, text }) => ({ title, text })),
    contacts: found?.contacts ?? [],
    guards: await orders.readersOf(locationId, found?.id ?? null, nowText()),
  };
}

/** The newest post orders of the site of one of the guard's shifts. 404 after its end, because they have keys and codes. */
export async function newestOrders(guardId: string, { shiftId }: Input<typeof ordersOfShift>): Promise<Orders | null> {
  const jobId = (await jobOfShift(guardId, shiftId)) ?? fail(404, copy.notYourJob);
  const shift = (await workedShift(guardId, jobId, shiftId)) ?? fail(404, copy.notYourJob);
  if (phaseOf(shift) === 'over' || shift.state === 'on-leave') fail(404, orderMessages.over);
  const found = await orders.ordersOf((await site(jobId)).locationId);
  if (!found) return null;
  const { id: _id, ...shown } = found;
  return shown;
}

/** The guard has read a version. */
export const acknowledge = (
  guardId: string,
  { jobId, shiftId, version, at }: Input<typeof acknowledgeOrders>,
): Promise<Output<typeof acknowledgeOrders>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const shift = (await shiftOfAct(guardId, { jobId, shiftId }, judgeEvent(at).at)) ?? fail(404, copy.notYourJob);
    const found = (await orders.ordersOf((await site(jobId)).locationId, version)) ?? fail(404, orderMessages.notThere);
    const readAt = await orders.acknowledge(guardId, found.id, shift.id, judgeEvent(at, found.setAt));
    notifyChanged(guardId, 'shifts');
    return { version, at: readAt };
  });

/** The newest post orders of a job's site, and whether the guard has read them. */
export const stateOfJob = orders.stateOfJob;

/** The state of the post orders on a guard's shift. */
export const stateOnShift = orders.stateFor;
