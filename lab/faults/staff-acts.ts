import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob, cancelApplication } from '@portal/contracts/applications/applications.endpoints';
import { award, cancelAward, refuseApplication } from '@portal/contracts/applications/applications.staff';
import { readMessages, receivedMessages } from '@portal/contracts/chat/chat.endpoints';
import { writeChat } from '@portal/contracts/chat/chat.staff';
import { acceptCover, declineCover, offerCover, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import { approveCover, refuseCover, setCoverRule } from '@portal/contracts/covers/covers.staff';
import { retryDead, retryDelivery } from '@portal/contracts/deliveries/deliveries.staff';
import { refuseWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { rotateKeys } from '@portal/contracts/guards/guards.staff';
import { cancelJob, changeShift, postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave, refuseLeave } from '@portal/contracts/leave/leave.staff';
import { setContent } from '@portal/contracts/pages/pages.staff';
import { startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { closeShift } from '@portal/contracts/shifts/shifts.staff';
import { createKey, revokeKey } from '@portal/contracts/staff/staff.staff';
import type { Person } from '../../e2e/kills/actors';
import { type Act, defineAct, hoursAgo, lookUp, onShift, type Stand } from './act';
import { MOVED_TO, ownJob } from './database-figures';

const today = torontoDate(new Date());
const dates = [addDays(today, 30), addDays(today, 31), addDays(today, 33)] as const;

const jobOf = (stand: Stand, person: Person) => lookUp(stand, 'select id from jobs where title = $1', [ownJob(person)]);
const shiftOf = async (stand: Stand, person: Person, date: string) =>
  lookUp(stand, 'select id from shifts where job_id = $1 and shift_date = $2', [await jobOf(stand, person), date]);
const roomOf = async (stand: Stand, person: Person) =>
  lookUp(stand, 'select id from chat_rooms where job_id = $1', [await jobOf(stand, person)]);
const about = async (person: Person, stand: Stand) => ({ jobId: await jobOf(stand, person), guard: person.id, reason: undefined });

const applying = (name: string): Act =>
  defineAct(
    name,
    applyForJob,
    async (person, stand) => ({
      ...{ userId: person.id, jobId: await jobOf(stand, person), shiftId: await shiftOf(stand, person, dates[0]) },
      isApply: 1 as const,
    }),
    { ownApplications: 1 },
  );

/** Posts a job for the guard, who cancels an application, is refused, and is awarded the job. */
const awardingActs = (): Act[] => [
  defineAct(
    'post a job',
    postJob,
    (person) =>
      ({ jobTitle: ownJob(person), dates: [...dates], start: '09:00', end: '17:00', hourlyRate: 25, isTest: true }) as Input<
        typeof postJob
      >,
    { jobsPosted: 1, shiftsPosted: 3 },
  ),
  applying('apply for it'),
  defineAct(
    'cancel the application',
    cancelApplication,
    async (person, stand) => ({
      ...{ jobId: await jobOf(stand, person), shiftId: await shiftOf(stand, person, dates[0]) },
      reasonId: await lookUp(stand, 'select id from cancellation_reasons order by position limit 1', []),
      comment: undefined,
    }),
    { ownCancelled: 1 },
  ),
  applying('apply for it again'),
  defineAct('refuse the application', refuseApplication, about, { ownRefused: 1, told: 1 }),
  applying('apply for it once more'),
  defineAct('award the job', award, async (person, stand) => ({ jobId: await jobOf(stand, person), guard: person.id }), {
    ownAwarded: 1,
    ownShifts: 3,
    ownShiftsHeld: 3,
  }),
];

const upTo = async (person: Person, stand: Stand) => {
  const roomId = await roomOf(stand, person);
  return { roomId, messageId: await lookUp(stand, `select id from chat_messages where room_id = $1 and sender_type = 'staff'`, [roomId]) };
};

/** Staff write to the guard of the job, who receives and reads the message. */
const chatActs = (): Act[] => [
  defineAct('write in the chat', writeChat, async (person, stand) => ({ jobId: await jobOf(stand, person), message: 'Bring the keys.' }), {
    staffMessages: 1,
  }),
  defineAct('receive the message', receivedMessages, upTo, { chatDelivered: 1 }),
  defineAct('read the message', readMessages, upTo, { chatRead: 1 }),
];

const asking = (day: 0 | 1): Act =>
  defineAct(
    `ask for leave: day ${day}`,
    applyLeave,
    async (person, stand) =>
      ({
        ...{ jobId: await jobOf(stand, person), shiftId: await shiftOf(stand, person, dates[day]), shiftDate: dates[day], leaveTitle: 1 },
      }) as Input<typeof applyLeave>,
    { leaves: 1 },
  );
const leaveOn = (day: 0 | 1) => async (person: Person, stand: Stand) => ({
  guard: person.id,
  shiftId: await shiftOf(stand, person, dates[day]),
});

/** The guard's latest offer. */
const offerOf = async (person: Person, stand: Stand) => ({
  offerId: await lookUp(stand, 'select id from cover_offers where guard_id = $1 order by offered_at desc limit 1', [person.id]),
});
const coveredShift = async (person: Person, stand: Stand) => ({
  jobId: await jobOf(stand, person),
  shiftId: await shiftOf(stand, person, dates[2]),
});
const offering = (name: string): Act =>
  defineAct(name, offerCover, async (person, stand) => ({ ...(await coveredShift(person, stand)), note: undefined }), { coversOffered: 1 });
const accepting = (name: string): Act =>
  defineAct(name, acceptCover, offerOf, { coversAccepted: 1, told: 1 }, { by: ({ other }) => other.token });

/** The guard offers the third shift: it is withdrawn, declined, refused, and at last another guard gets it. */
const coverActs = (): Act[] => [
  offering('offer the shift'),
  defineAct('withdraw the offer', withdrawCover, coveredShift, { coversWithdrawn: 1 }),
  offering('offer the shift again'),
  defineAct('decline the offer', declineCover, offerOf, { coversDeclined: 1 }, { by: ({ other }) => other.token }),
  accepting('accept the offer'),
  defineAct('refuse the cover', refuseCover, async (person, stand) => ({ ...(await offerOf(person, stand)), reason: undefined }), {
    ...{ coversRefused: 1, told: 1 },
  }),
  offering('offer the shift once more'),
  accepting('accept the offer again'),
  defineAct('approve the cover', approveCover, offerOf, { coversApproved: 1, coverShifts: 1, ownShiftsHeld: -1, told: 1 }),
  defineAct('set the rule of cover', setCoverRule, async (person, stand) => ({ jobId: await jobOf(stand, person), isAutomatic: true }), {
    coverRules: 1,
  }),
];

/** Leave is requested and decided, a shift moves, the award is withdrawn, the job is cancelled. */
const changingActs = (): Act[] => [
  asking(0),
  defineAct('approve the leave', approveLeave, leaveOn(0), { leavesApproved: 1, told: 1 }),
  asking(1),
  defineAct('refuse the leave', refuseLeave, leaveOn(1), { leavesRefused: 1, told: 1 }),
  defineAct(
    'move a shift',
    changeShift,
    async (person, stand) => ({ shiftId: await shiftOf(stand, person, dates[1]), start: MOVED_TO }) as Input<typeof changeShift>,
    { shiftsMoved: 1, told: 1 },
  ),
  defineAct('take the award back', cancelAward, about, { ownShiftsHeld: -2, ownRefused: 1, told: 1 }),
  defineAct('cancel the job', cancelJob, async (person, stand) => ({ jobId: await jobOf(stand, person), reason: undefined }), {
    jobsCancelled: 1,
  }),
];

/** Staff close a shift that the guard did not end, and refuse the withdrawal of its pay. */
function closingActs(): Act[] {
  const [started, ended] = [hoursAgo(4), hoursAgo(1)];
  return [
    defineAct('start', startJob, (person) => ({ ...onShift(person), at: started }) as Input<typeof startJob>, { arrivals: 1, starts: 1 }),
    defineAct('close the shift', closeShift, ({ id, shiftId }) => ({ guard: id, shiftId, endedAt: ended }) as Input<typeof closeShift>, {
      ends: 1,
      credits: 1,
      cents: 7_500,
      told: 2,
    }),
    defineAct('ask for a withdrawal', requestWithdrawal, () => ({ amount: '50.00' }), { withdrawals: 1, askedCents: 5_000 }),
    defineAct(
      'refuse the withdrawal',
      refuseWithdrawal,
      async ({ id }, stand) => ({
        withdrawalId: await lookUp(stand, 'select id from withdrawals where guard_id = $1', [id]),
        reason: 'The account is closed.',
      }),
      { withdrawalsRefused: 1, told: 1 },
    ),
  ];
}

const questions = JSON.stringify([{ title: 'Pay', questionAnswers: [{ question: 'When?', answer: 'On Fridays.' }] }]);

/** Acts of the operator's staff on the portal itself. */
const operatingActs = (since = hoursAgo(24)): Act[] => [
  defineAct('make a key', createKey, ({ id }) => ({ name: `Key ${id}`, role: 'support' as const, expires: dates[1] }), { staffKeys: 1 }),
  defineAct(
    'revoke the key',
    revokeKey,
    async ({ id }, stand) => ({ keyId: await lookUp(stand, 'select id from staff_keys where name = $1', [`Key ${id}`]) }),
    { staffKeysRevoked: 1 },
  ),
  defineAct(
    'try a message again',
    retryDelivery,
    async ({ id }, stand) => ({
      id: await lookUp(stand, 'select id from outgoing_messages where recipient = $1', [`given.up.${id}@example.com`]),
    }),
    { revived: 1 },
  ),
  // These three change rows of all guards. Their effects are checked by the invariants.
  defineAct('try what was given up', retryDead, () => ({ channel: 'sms' as const, since }), {}),
  defineAct('seal under the newest key', rotateKeys, () => ({}), {}),
  defineAct('set the questions', setContent, () => ({ what: 'faq' as const, text: questions }), {}),
];

/** Staff acts on a guard, with the guard's acts between them. */
export const staffActs = (): Act[] => [
  ...awardingActs(),
  ...chatActs(),
  ...coverActs(),
  ...changingActs(),
  ...closingActs(),
  ...operatingActs(),
];
