import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { award, refuseApplication, takeBackAward } from '@portal/contracts/applications/applications.endpoints';
import { resetFactors } from '@portal/contracts/auth/auth.factors';
import { endEverySession } from '@portal/contracts/auth/auth.sessions';
import { careerFile, deleteCareerApplications, listCareerApplications } from '@portal/contracts/career/career.endpoints';
import { listChats, readChat, writeChat } from '@portal/contracts/chat/chat.endpoints';
import { listDeliveries, retryDead, retryDelivery, revivalShape } from '@portal/contracts/deliveries/deliveries.endpoints';
import { openWithdrawals, payWithdrawal, processWithdrawal, refuseWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { staffEnote, staffEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { deleteEnquiries, listEnquiries } from '@portal/contracts/enquiries/enquiries.endpoints';
import { rotationShape } from '@portal/contracts/guards/guards.bank';
import {
  approveGuard,
  emailCollisions,
  makeGuard,
  readBank,
  removeGuard,
  rotateKeys,
  setLicence,
  suspendGuard,
} from '@portal/contracts/guards/guards.endpoints';
import { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.endpoints';
import { approveJob, cancelJob, changeShift, postJob, rejectJob, removeJob, waitingJobs } from '@portal/contracts/jobs/jobs.staff';
import { approveLeave, refuseLeave } from '@portal/contracts/leave/leave.endpoints';
import { listSubscribers, unsubscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.endpoints';
import { contentNames, contentProblem, setContent } from '@portal/contracts/pages/pages.content';
import { carryOutDeletion, openDeletions } from '@portal/contracts/privacy/privacy.endpoints';
import { rateShift } from '@portal/contracts/ratings/ratings.endpoints';
import { moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { closeShift, confirmEarlyStart, overdueShifts } from '@portal/contracts/shifts/shifts.endpoints';
import { acknowledgeSos, openSos } from '@portal/contracts/shifts/shifts.sos';
import { createKey, listKeys, readAudit, revokeKey } from '@portal/contracts/staff/staff.endpoints';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';

export interface Command {
  endpoint: Endpoint;
  /** Input keys in the order in which they may be typed without their name. */
  positional: readonly string[];
  does: string;
  /** Of an act in batches: what the next one is asked with besides what was typed; null when none is to follow. */
  next?: (data: unknown) => Record<string, unknown> | null;
  /** The input key whose text is read from `--file`, and what is wrong with it before it is sent. */
  reads?: { key: string; problem: (text: string) => string | null };
  /** It is answered with a file, which is kept under `--to`. */
  saves?: true;
}

const command = <In, Out>(endpoint: Endpoint<In, Out>, positional: readonly string[], does: string): Command => ({
  endpoint: endpoint as Endpoint,
  positional,
  does,
});

/** Staff's acts by their names on the command line. A guard is named by id or e-mail. */
export const commands: Readonly<Record<string, Command>> = {
  'approve-guard': command(approveGuard, ['guard'], 'lets a guard browse and apply'),
  'list-email-collisions': command(
    emailCollisions,
    [],
    'shows accounts whose e-mail address has invisible marks, and those that look the same',
  ),
  'suspend-guard': command(suspendGuard, ['guard'], 'takes that back'),
  'reset-factors': command(resetFactors, ['guard'], 'removes the second factors of a guard who lost the phone; make sure first who calls'),
  'end-sessions': command(endEverySession, ['guard'], 'signs a guard out everywhere, as when a phone was stolen; the password stays'),
  'set-licence': command(setLicence, ['guard', 'licenseNumber'], "records a guard's licence"),
  'show-bank': command(readBank, ['guard'], 'shows where a guard is paid'),
  'rotate-keys': {
    ...command(
      rotateKeys,
      [],
      'seals bank details and document numbers under the first key of PORTAL_SECRET_KEYS, in batches; unopened: whose do not open, to be entered anew',
    ),
    next: (data) => (rotationShape.isValidSync(data) && data.after ? { after: data.after } : null),
  },
  'post-job': command(postJob, ['jobTitle'], 'posts a job, approved unless --awaitsApproval'),
  'waiting-jobs': command(waitingJobs, [], 'shows jobs that await their approval, the oldest first'),
  'approve-job': command(approveJob, ['jobId'], 'approves a job that awaits it and tells the guards whom it suits; the poster is named'),
  'reject-job': command(rejectJob, ['jobId'], 'rejects a job that awaits its approval; the poster is named'),
  'cancel-job': command(cancelJob, ['jobId', 'reason'], 'cancels a job and tells its guards'),
  award: command(award, ['jobId', 'guard'], 'gives a guard the job that they applied for'),
  refuse: command(refuseApplication, ['jobId', 'guard', 'reason'], "refuses a guard's application and tells them"),
  'take-back': command(takeBackAward, ['jobId', 'guard', 'reason'], 'takes an award back: the shifts that have not begun'),
  'change-shift': command(
    changeShift,
    ['shiftId', 'date', 'start', 'end', 'reason'],
    'moves a shift (HH:mm at the site) and tells its guards',
  ),
  'approve-leave': command(approveLeave, ['guard', 'shiftId'], 'grants a leave request'),
  'refuse-leave': command(refuseLeave, ['guard', 'shiftId'], 'refuses a leave request'),
  'list-sos': command(openSos, [], 'shows every SOS that is on or not acknowledged'),
  'ack-sos': command(acknowledgeSos, ['sosId'], 'tells a guard that help knows'),
  'overdue-shifts': command(overdueShifts, [], 'shows shifts that nobody ended or started, two hours after their end'),
  'confirm-early-start': command(
    confirmEarlyStart,
    ['guard', 'shiftId', 'paidFrom'],
    'pays a guard who starts early from then on (up to half an hour before the shift; alone: from their start)',
  ),
  'close-shift': command(
    closeShift,
    ['guard', 'shiftId', 'endedAt'],
    'ends and pays a shift that its guard left running, or marks it missed',
  ),
  'list-enotes': command(staffEnotes, ['jobId'], 'shows the e-notes of a job, newest first'),
  'read-enote': command(staffEnote, ['id'], 'shows one e-note'),
  'rate-shift': command(rateShift, ['guard', 'shiftId', 'rating', 'description'], "keeps a customer's rating of an ended shift"),
  'list-tickets': command(openTickets, [], 'shows tickets without an answer'),
  'answer-ticket': command(answerTicket, ['ticketId', 'response'], 'answers a ticket and tells its guard'),
  'list-chats': command(listChats, ['searchBy'], "shows the jobs' chats, that of the latest message first"),
  'read-chat': command(readChat, ['jobId'], "shows the newest messages of a job's chat, or those up to a stamp"),
  'write-chat': command(writeChat, ['jobId', 'message'], "writes in a job's chat"),
  'list-injuries': command(openInjuries, [], 'shows injury reports without an answer'),
  'answer-injury': command(answerInjury, ['injuryId', 'title', 'description'], 'answers an injury report and tells its guard'),
  'list-withdrawals': command(openWithdrawals, [], 'shows withdrawals that are neither paid nor refused'),
  'process-withdrawal': command(processWithdrawal, ['withdrawalId'], 'takes a withdrawal on and tells its guard'),
  'pay-withdrawal': command(payWithdrawal, ['withdrawalId'], 'books a withdrawal as paid and tells its guard'),
  'refuse-withdrawal': command(refuseWithdrawal, ['withdrawalId', 'reason'], 'puts the money back into the wallet and tells its guard why'),
  'list-enquiries': command(listEnquiries, ['pageId'], 'shows what visitors asked on the public pages, latest first'),
  'list-career-applications': command(listCareerApplications, [], 'shows who applied for an opening, latest first'),
  'save-career-file': { ...command(careerFile, ['applicationId'], 'saves the file of an application'), saves: true },
  'delete-enquiries': command(deleteEnquiries, ['email'], 'deletes what an address asked, as its owner asked'),
  'delete-career-applications': command(
    deleteCareerApplications,
    ['email'],
    'deletes the applications of an address with their files, as its owner asked',
  ),
  'list-subscribers': command(listSubscribers, [], 'shows who subscribed to the newsletter, latest first'),
  unsubscribe: command(unsubscribe, ['email'], 'takes an address off the newsletter, as its owner asked'),
  'set-content': {
    ...command(setContent, ['what'], `replaces a text (HTML) or a list (JSON): ${contentNames.join(', ')}`),
    reads: { key: 'text', problem: contentProblem },
  },
  deliveries: command(
    listDeliveries,
    ['state'],
    'shows mails and text messages that have not arrived: queued, failed (tried again), dead (given up); --before pages',
  ),
  'retry-delivery': command(retryDelivery, ['id'], 'tries one of them again, now'),
  'retry-dead': {
    ...command(
      retryDead,
      ['channel'],
      'tries again what was given up on a channel (mail, sms) after an outage, in batches; --since when it began (2027-03-10T14:00Z)',
    ),
    // What dies again meanwhile was given up after the first batch: it is not tried once more, so it ends.
    next: (data) => (revivalShape.isValidSync(data) && data.retried > 0 && data.left > 0 ? { before: data.before } : null),
  },
  'list-deletions': command(openDeletions, [], 'shows who asked for the deletion of their account'),
  'carry-out-deletion': command(carryOutDeletion, ['guard'], 'deletes an account whose request can no longer be taken back'),
  notify: command(notify, ['guard', 'title', 'description'], "writes into a guard's alerts"),
  'create-key': command(createKey, [], "makes a person's own key, shown once; --database: the first one, beside the database"),
  'revoke-key': command(revokeKey, ['keyId'], 'takes a key back at once'),
  keys: command(listKeys, [], 'lists all keys, the latest first'),
  audit: command(readAudit, [], 'shows what staff did, the latest first; --by a name or a key, --since a day, --before pages'),
  'make-guard': command(makeGuard, ['email'], 'makes a guard for a test'),
  'remove-guard': command(removeGuard, ['guard'], 'removes a guard that a test made'),
  'remove-job': command(removeJob, ['jobId'], 'removes a job that a test posted'),
  clock: command(moveClock, ['now'], 'moves the test clock; alone: back to the true time'),
  mailbox: command(readMailbox, ['to'], 'shows what was mailed or texted'),
};

const OPTION = /^--([A-Za-z]\w*)(?:=(.*))?$/s;

/** `['a@b.ca', '--lastName', 'Roy']` -> `{guard: 'a@b.ca', lastName: 'Roy'}`. A repeated or comma-separated `dates` is a list. @throws on a word too many. */
export function readWords(words: readonly string[], positional: readonly string[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const free = [...positional];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    const [, name, joined] = OPTION.exec(word) ?? [];
    if (!name) {
      const key = free.shift();
      if (!key) throw new Error(`Unexpected: ${word}`);
      input[key] = word;
      continue;
    }
    const next = words[index + 1];
    const isFlag = joined === undefined && (next === undefined || OPTION.test(next));
    if (joined === undefined && !isFlag) index++;
    const value = joined ?? (isFlag ? true : next);
    input[name] = name === 'dates' && typeof value === 'string' ? [...((input.dates as string[]) ?? []), ...value.split(',')] : value;
  }
  return input;
}

/** What the command line knows, one line each. */
export function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { endpoint, positional, does, reads, saves }]) => {
    const fields = Object.keys((endpoint.input as { fields?: object }).fields ?? {});
    const free = fields.filter((field) => !positional.includes(field) && field !== reads?.key);
    const rest = [...(reads ? ['--file …'] : []), ...free.map((field) => `[--${field} …]`), ...(saves ? ['[--to …]'] : [])];
    return `  ${name.padEnd(width)}  ${does}\n  ${''.padEnd(width)}    ${[...positional.map((key) => `<${key}>`), ...rest].join(' ')}`;
  });
  return [
    'npm run staff -- <command> …',
    '',
    ...lines,
    '',
    'What writes is sent under a key, by which a repeat is known: when no answer came, it says the key, and the same with --again KEY does nothing twice.',
    'STAFF_KEY is your own key, STAFF_URL the listener of the staff; a demonstration beside us needs neither.',
  ].join('\n');
}
