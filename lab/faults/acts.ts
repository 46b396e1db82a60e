import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { addDocument, listDocuments, updateDocument } from '@portal/contracts/documents/documents.endpoints';
import { payWithdrawal, processWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { leaveHandover } from '@portal/contracts/handovers/handovers.endpoints';
import { reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { answerInjury } from '@portal/contracts/injuries/injuries.staff';
import { acknowledgeOrders } from '@portal/contracts/orders/orders.endpoints';
import { setOrders } from '@portal/contracts/orders/orders.staff';
import { reportJob } from '@portal/contracts/postings/postings.endpoints';
import { closeJobReport } from '@portal/contracts/postings/postings.staff';
import { requestExport } from '@portal/contracts/privacy/privacy.endpoints';
import { appealRating } from '@portal/contracts/ratings/ratings.endpoints';
import { rateShift } from '@portal/contracts/ratings/ratings.staff';
import { arrive, breakReasons, endBreak, endJob, endJobReasons, startJob, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { acknowledgeSos } from '@portal/contracts/shifts/shifts.staff';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { answerTicket } from '@portal/contracts/tickets/tickets.staff';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { signedSms } from '../../api/test/inbound-sms';
import { testEnv } from '../../api/test/test-env';
import type { Person } from '../../e2e/kills/actors';
import { accountActs } from './account-acts';
import { type Act, defineAct, hoursAgo, lookUp, onePixelPicture, onShift, type Stand } from './act';
import { ordersOf, REPLACED, smsReplyOf } from './database-figures';
import { staffActs } from './staff-acts';

export interface Reasons {
  breakReasonId: string;
  endReasonId: string;
}

export async function readReasons(server: Pick<Stand, 'get'>, { token }: Pick<Person, 'token'>): Promise<Reasons> {
  const [breaks, ends] = [await server.get(breakReasons, {} as never, { token }), await server.get(endJobReasons, {} as never, { token })];
  return { breakReasonId: breaks[0]?.id ?? '', endReasonId: ends[0]?.id ?? '' };
}

/** The guard's latest row of a table. */
const own = (stand: Stand, table: 'tickets' | 'injuries' | 'job_reports' | 'ratings' | 'withdrawals', { id }: Person) =>
  lookUp(stand, `select id from ${table} where guard_id = $1 order by created_at desc limit 1`, [id]);
const sosOf = (stand: Stand, { assignmentId }: Person) =>
  lookUp(stand, 'select id from sos_alerts where assignment_id = $1', [assignmentId]);

const CODE = '4711';

const document = { documentType: 'Other' as const, documentNumber: '4711', expiryDate: '2030-01-31' };

/** Adds a document, then replaces its picture and expiry date. */
const documentActs: readonly Act[] = [
  defineAct('add a document', addDocument, ({ id }) => ({ ...document, guardId: id, licenseNumber: undefined, file: onePixelPicture }), {
    ...{ documents: 1, documentPictures: 1 },
  }),
  defineAct(
    'replace the document',
    updateDocument,
    async ({ id, token }, stand) => {
      const { docs } = await stand.get(listDocuments, { guardId: id } as Input<typeof listDocuments>, { token });
      return { ...document, id: docs[0]?.id ?? '', guardId: id, expiryDate: REPLACED, file: onePixelPicture } as Input<
        typeof updateDocument
      >;
    },
    { documentsReplaced: 1 },
  ),
];

/** Makes the check ask for a reply by text message, as the timer does after the interval. */
async function askBySms({ id, mobileNumber, assignmentId }: Person, stand: Stand): Promise<string> {
  // Guards of this test are copies of one, with its mobile number.
  const from = mobileNumber.replace(/^905/, '437');
  await stand.query('update guards set mobile_number = $2 where id = $1', [id, from]);
  // With the lock of its other writers: staff set the checks of all guards of the site at the same time.
  await stand.query(
    `with locked as materialized (select pg_advisory_xact_lock(hashtextextended('sos ' || $1, 0)))
     update welfare_checks set state = 'asked', asked_at = now(), due_at = now() + interval '15 minutes', code = $2
     from locked where assignment_id = $1::uuid`,
    [assignmentId, CODE],
  );
  return from;
}

/** The guard answers the welfare check by text message. The provider delivers a message again until the API has accepted it. */
const smsReply: Act = {
  name: 'answer the welfare check by text message',
  calls: 'welfare.sms',
  leaves: { smsReplies: 1, smsReplyAnswers: 1 },
  doneBy: [409],
  async send(stand, person) {
    person.askedBySms ??= askBySms(person, stand);
    const body = JSON.stringify({ from: await person.askedBySms, text: CODE });
    const { path, ...sent } = signedSms(testEnv.smsInbound ?? '', body, { id: smsReplyOf(person) });
    return (await (await fetch(stand.url + path, sent)).json()) as { code: number; message: string };
  },
};

/** Raises an SOS, which staff acknowledge and the guard ends. */
function sosActs(at: string, over: string): Act[] {
  const sos = (active: boolean, when: string) => (person: Person) =>
    ({ ...onShift(person), active, lat: 43.65, long: -79.38, at: when }) as Input<typeof raiseSos>;
  return [
    defineAct('call for help', raiseSos, sos(true, at), { sos: 1, sosNoted: 2 }),
    defineAct('know of the call', acknowledgeSos, async (person, stand) => ({ sosId: await sosOf(stand, person) }), { sosKnown: 1 }),
    defineAct('say that it is over', raiseSos, sos(false, over), { sosEnded: 1, sosNoted: 2 }),
  ];
}

/** Staff answer the ticket and the injury report, the shift is rated, and the guard appeals the rating. */
const answerActs: readonly Act[] = [
  defineAct(
    'answer the ticket',
    answerTicket,
    async (person, stand) => ({ ticketId: await own(stand, 'tickets', person), response: 'The red ones.' }),
    { ticketAnswers: 1, told: 1 },
  ),
  defineAct(
    'answer the injury',
    answerInjury,
    async (person, stand) => ({ injuryId: await own(stand, 'injuries', person), title: 'Noted', description: 'Get well.' }),
    { injuryAnswers: 1, told: 1 },
  ),
  defineAct(
    'close the report of the job',
    closeJobReport,
    async (person, stand) => ({
      reportId: await own(stand, 'job_reports', person),
      outcome: 'kept' as const,
      answer: 'The rate is right.',
    }),
    { jobReportsClosed: 1, told: 1 },
  ),
];
const ratingActs: readonly Act[] = [
  defineAct('rate the shift', rateShift, ({ id, shiftId }) => ({ guard: id, shiftId, rating: 2.5, description: 'Late.' }), {
    ratings: 1,
    told: 1,
  }),
  defineAct(
    'appeal the rating',
    appealRating,
    async (person, stand) => ({ id: await own(stand, 'ratings', person), words: 'The bus was.' }),
    {
      appeals: 1,
      tickets: 1,
    },
  ),
];

/** The guard withdraws the whole amount, and it is paid. */
const payActs: readonly Act[] = [
  defineAct('ask for a withdrawal of all of it', requestWithdrawal, () => ({ amount: '100.00' }), { withdrawals: 1, askedCents: 10_000 }),
  defineAct(
    'process the withdrawal',
    processWithdrawal,
    async (person, stand) => ({ withdrawalId: await own(stand, 'withdrawals', person) }),
    {
      ...{ withdrawalsProcessed: 1, told: 1 },
    },
  ),
  defineAct('pay the withdrawal', payWithdrawal, async (person, stand) => ({ withdrawalId: await own(stand, 'withdrawals', person) }), {
    ...{ withdrawalsPaid: 1, paidCents: 10_000, told: 1 },
  }),
];

/** The acts of a guard who works a shift, and of staff on it, in order. The shift lasts four hours at $25; breaks are paid. */
export function workActs({ breakReasonId, endReasonId }: Reasons): Act[] {
  const [arrived, started, first, firstEnd, second, ended] = [4.5, 4, 3, 2.5, 2, 0].map(hoursAgo) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const say = (line: number) =>
    defineAct(
      `say line ${line}`,
      sendMessage,
      ({ id, jobId, roomId, clientIds }) => ({
        ...{ roomId, jobId, senderId: id, senderType: 'guard' as const },
        ...{ clientId: clientIds[line] ?? '', message: `Line ${line}` },
      }),
      { messages: 1 },
    );
  const pause = (at: string) => (person: Person) =>
    ({ ...onShift(person), guardId: person.id, breakReasonId, description: 'Break', at }) as Input<typeof takeBreak>;
  return [
    defineAct(
      'apply',
      applyForJob,
      ({ id, openJobId, openShiftId }) => ({ userId: id, jobId: openJobId, shiftId: openShiftId, isApply: 1 as const }),
      { applications: 1 },
    ),
    defineAct('arrive', arrive, (person) => ({ ...onShift(person), at: arrived }) as Input<typeof arrive>, { arrivals: 1 }),
    defineAct(
      'set the post orders',
      setOrders,
      ({ id, jobId }) => ({ jobId, orders: ordersOf(id), pictures: [] }) as Input<typeof setOrders>,
      {
        ordersSet: 1,
      },
    ),
    defineAct(
      'read the post orders',
      acknowledgeOrders,
      (person) => ({ ...onShift(person), version: 1, at: started }) as Input<typeof acknowledgeOrders>,
      {
        ordersRead: 1,
      },
    ),
    defineAct('start', startJob, (person) => ({ ...onShift(person), at: started }) as Input<typeof startJob>, { starts: 1 }),
    defineAct(
      'set the welfare check',
      setWelfareCheck,
      ({ jobId }) => ({ jobId, everyMinutes: 120, graceMinutes: 15 }) as Input<typeof setWelfareCheck>,
      // The check can begin before this act, because the guards of a job share its site. The answer fails without the setting.
      {},
    ),
    // At any earlier time the timer can ask before it, and then it answers nothing.
    defineAct(
      'answer the welfare check',
      answerWelfareCheck,
      (person) => ({ ...onShift(person), at: ended, lat: 43.65, long: -79.38, battery: 41 }) as Input<typeof answerWelfareCheck>,
      { welfareAnswers: 1 },
    ),
    smsReply,
    defineAct('take a break', takeBreak, pause(first), { breaks: 1 }),
    defineAct('end the break', endBreak, (person) => ({ ...onShift(person), at: firstEnd }) as Input<typeof endBreak>, { breaksEnded: 1 }),
    defineAct(
      'write an e-note',
      writeEnote,
      ({ jobId }) => ({ jobId, title: 'Patrol done', eventTime: '12:00:00', type: 1 as const, description: 'Quiet.', at: second }),
      { notes: 1 },
    ),
    defineAct(
      'leave a handover note',
      leaveHandover,
      (person) => ({ ...onShift(person), text: 'The side gate sticks.', keepsRecording: false, at: second }) as Input<typeof leaveHandover>,
      { handoverNotes: 1 },
    ),
    defineAct('ask for a copy of everything (export)', requestExport, () => ({}), { copies: 1 }),
    say(0),
    ...sosActs(firstEnd, second),
    defineAct('take a second break', takeBreak, pause(second), { breaks: 1 }),
    say(1),
    defineAct(
      'write a ticket',
      createTicket,
      ({ jobId }) => ({ ticketType: 0, jobId, ticketTitle: 'Keys', description: 'Which ones?', images: [onePixelPicture] }),
      { tickets: 1, ticketPictures: 1 },
    ),
    defineAct(
      'report an injury',
      reportInjury,
      ({ jobId }) => ({ jobId, title: 'Animal Bite', description: 'By a dog.', file: [onePixelPicture] }),
      {
        injuries: 1,
        injuryPictures: 1,
      },
    ),
    defineAct(
      'report the job',
      reportJob,
      ({ jobId }) => ({ jobId, reason: 3, words: 'Less is paid.', picture: onePixelPicture }) as Input<typeof reportJob>,
      {
        jobReports: 1,
        jobReportPictures: 1,
      },
    ),
    ...answerActs,
    ...documentActs,
    say(2),
    defineAct(
      'end the job',
      endJob,
      (person) => ({ ...onShift(person), guardId: person.id, endReasonId, shiftEndComment: '', at: ended }) as Input<typeof endJob>,
      { ends: 1, credits: 1, breaksEnded: 1, cents: 10_000, told: 1 },
    ),
    ...ratingActs,
    ...payActs,
  ];
}

/**
 * The acts of different people, each in order. A new endpoint needs an entry in one of these lists, with its input and effects, or a reason in
 * `not-acts.ts`.
 */
export const coursesOf = (reasons: Reasons): readonly (readonly Act[])[] => [workActs(reasons), accountActs(), staffActs()];
