import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import { connectionMail } from '@portal/contracts/auth/auth.connections';
import { coverNotices } from '@portal/contracts/covers/covers.rules';
import { bankChangedMail, bankMessages } from '@portal/contracts/guards/guards.bank';
import { emailChanged } from '@portal/contracts/guards/guards.registration';
import { injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { postingMessages } from '@portal/contracts/postings/postings.rules';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import { ticketMessages } from '@portal/contracts/tickets/tickets.rules';
import { welfareMessages } from '@portal/contracts/welfare/welfare.rules';
import type { Person } from '../../e2e/kills/actors';
import type { Server } from './server';

/** Expiry date of a document that replaced another one. */
export const REPLACED = '2031-01-31';
/** First line of the guard's new address, and the new start time of a shift that staff move. */
export const ADDRESS = '9 Killed Lane';
export const MOVED_TO = '10:30';
/** Title of the job that staff post for one guard, and the notification that they send. */
export const ownJob = ({ id }: Pick<Person, 'id'>): string => `For ${id}`;
export const NEWS = 'The gate has a new code';
/** E-mail address of the visitor who belongs to this guard. */
export const visitorOf = ({ id }: Pick<Person, 'id'>): string => `new.${id}@example.com`;
/** Post orders that name the guard for whom staff set them. */
export const ordersOf = (id: string): string => JSON.stringify({ sections: [{ title: 'Keys', text: `At the desk, for ${id}` }] });
/** The id of the text message with which the guard answers the welfare check. */
export const smsReplyOf = ({ id }: Pick<Person, 'id'>): string => `sms of ${id}`;
const SMS_REPLY = `'sms of '`;
const [smsReplyAnswer = ''] = welfareMessages.smsAnswered('2027-03-10T17:30:00.000Z', 'America/Toronto').split(/\d/);
export const movedEmailOf = ({ id }: Pick<Person, 'id'>): string => `moved.${id}@example.com`;

/**
 * Notifications that the acts cause. Scheduled ones are not counted, because their time varies, nor those of post orders, because the guards of a job
 * share its site.
 */
const told = [
  ...[applicationMessages.refused, applicationMessages.takenBack, bankMessages.changed, injuryMessages.answered, jobsMessages.cancelled],
  ...[jobsMessages.shiftChanged, ...Object.values(leaveStatuses), ratingMessages.rated, shiftNotices.closed, shiftNotices.paid],
  ...[coverNotices.proposed, coverNotices.refused, coverNotices.approvedForFirst],
  ...[postingMessages.outcomes.kept, ticketMessages.answered, NEWS],
];
const literals = (texts: readonly string[]) => texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');
const mails = (subject: string) => `select count(*) from outgoing_messages where recipient = $4 and subject = ${literals([subject])}`;
const ofOwnJob = `job_id in (select id from jobs where title = 'For ' || $6)`;
const visitor = `'new.' || $6 || '@example.com'`;

/** Counts the participants of the guard's own job with this receipt of a staff message. */
const marked = (mark: 'delivered_at' | 'read_at') => `select count(*) from chat_participants p join chat_rooms r on r.id = p.room_id
  join chat_messages m on m.room_id = r.id and m.sender_type = 'staff' where p.guard_id = $1 and p.${mark} >= m.sent_at and r.${ofOwnJob}`;

/**
 * Counts per person: `$1` the guard, `$2` the assignment, `$3` the job applied for, `$4` the guard's address, `$5` the guard whose account is
 * deleted, `$6` the guard's id as text. An act adds to a count, or subtracts from it.
 */
const counts = {
  applications: 'select count(*) from applications where guard_id = $1 and job_id = $3',
  arrivals: 'select count(arrived_at) from assignments where id = $2',
  starts: 'select count(started_at) from assignments where id = $2',
  breaks: 'select count(*) from breaks where assignment_id = $2',
  breaksEnded: 'select count(ended_at) from breaks where assignment_id = $2',
  notes: 'select count(*) from e_notes where guard_id = $1',
  ends: 'select count(ended_at) from assignments where id = $2',
  credits: 'select count(*) from transactions where assignment_id = $2',
  cents: `select coalesce(sum(amount) * 100, 0) from transactions where guard_id = $1 and kind = 'credit'`,
  told: `select count(*) from notifications where guard_id = $1 and (title in (${literals(told)}) or title like 'Withdrawal of %')`,
  toldRead: `select count(read_at) from notifications where guard_id = $1 and title = '${NEWS}'`,

  sos: 'select count(*) from sos_alerts where assignment_id = $2',
  sosKnown: 'select count(acknowledged_at) from sos_alerts where assignment_id = $2',
  sosEnded: 'select count(ended_at) from sos_alerts where assignment_id = $2',
  // Stored with the SOS. Messages and chat texts are written after the commit: see `checkNotices`.
  sosNoted: 'select count(*) from sos_notices n join sos_alerts o on o.id = n.sos_id where o.assignment_id = $2',
  messages: `select count(*) from chat_messages where guard_id = $1 and sender_type = 'guard'`,
  staffMessages: `select count(*) from chat_messages m join chat_rooms r on r.id = m.room_id where m.sender_type = 'staff' and r.${ofOwnJob}`,
  chatDelivered: marked('delivered_at'),
  chatRead: marked('read_at'),

  tickets: 'select count(*) from tickets where guard_id = $1',
  ticketPictures: 'select count(*) from media m join tickets t on m.filename = any(t.images) where t.guard_id = $1',
  ticketAnswers: 'select count(*) from ticket_responses r join tickets t on t.id = r.ticket_id where t.guard_id = $1',
  injuries: 'select count(*) from injuries where guard_id = $1',
  injuryPictures: 'select count(*) from media m join injuries i on m.filename = any(i.files) where i.guard_id = $1',
  injuryAnswers: 'select count(*) from injury_responses r join injuries i on i.id = r.injury_id where i.guard_id = $1',
  ordersSet: `select count(*) from site_orders where sections::text like '%' || $6 || '%'`,
  welfareAnswers: 'select count(answered_at) from welfare_checks where assignment_id = $2',
  smsReplies: `select count(*) from inbound_messages where id = ${SMS_REPLY} || $6`,
  smsReplyAnswers: `select count(*) from outgoing_messages where guard_id = $1 and channel = 'sms' and body like ${literals([`${smsReplyAnswer}%`])}`,
  ordersRead: 'select count(*) from order_acknowledgements where guard_id = $1',
  handoverNotes: 'select count(*) from handover_notes where guard_id = $1',
  jobReports: 'select count(*) from job_reports where guard_id = $1',
  jobReportPictures: 'select count(*) from media m join job_reports r on m.filename = r.picture where r.guard_id = $1',
  jobReportsClosed: 'select count(closed_at) from job_reports where guard_id = $1',
  ratings: 'select count(*) from ratings where guard_id = $1',
  appeals: 'select count(appeal_ticket_id) from ratings where guard_id = $1',

  withdrawals: 'select count(*) from withdrawals where guard_id = $1',
  withdrawalsProcessed: 'select count(processed_at) from withdrawals where guard_id = $1',
  withdrawalsPaid: `select count(*) from withdrawals where guard_id = $1 and status = 'paid'`,
  withdrawalsRefused: `select count(*) from withdrawals where guard_id = $1 and status = 'refused'`,
  askedCents: 'select coalesce(sum(amount) * 100, 0) from withdrawals where guard_id = $1',
  paidCents: `select coalesce(sum(amount) * 100, 0) from transactions where guard_id = $1 and kind = 'withdrawn'`,

  documents: 'select count(*) from guard_documents where guard_id = $1',
  documentsReplaced: `select count(*) from guard_documents where guard_id = $1 and expiry_date = '${REPLACED}'`,
  documentPictures: 'select count(*) from media m join guard_documents d on d.file = m.filename where d.guard_id = $1',
  // Pictures without a row that names them. No act may leave any.
  strayPictures: `select count(*) from media m where owner_id = $1 and not exists (select from guard_documents d where d.file = m.filename)
    and not exists (select from tickets t where m.filename = any(t.images)) and not exists (select from injuries i where m.filename = any(i.files))
    and not exists (select from job_reports r where r.picture = m.filename)
    and not exists (select from handover_notes h where h.recording = m.filename)
    and not exists (select from guards g where m.filename in (g.profile_image, g.security_registration_document))
    and not exists (select from identity_documents d where d.id_proof = m.filename)`,
  copies: 'select count(*) from exports where guard_id = $1',

  banks: `select count(*) from guards where id = $1 and bank_account_number like '%4321' and exists (select from bank_details where guard_id = $1)`,
  bankMails: mails(bankChangedMail.subject),
  settings: `select count(*) from guards where id = $1 and notification_settings #>> '{newJob,isSMS}' = 'false'`,
  positions: 'select count(*) from guards where id = $1 and lat = 43.77',
  addresses: `select count(*) from guards where id = $1 and full_address = '${ADDRESS}'`,
  registrationPictures: `select count(*) from media m join identity_documents d on d.id_proof = m.filename where d.guard_id = $1`,
  employers: 'select count(*) from employment_details where guard_id = $1',
  devices: `select count(*) from sessions where guard_id = $1 and device_token = 'phone of ' || $6`,
  spareEnded: `select count(ended_at) from sessions where guard_id = $1 and device = 'Spare'`,
  leavingEnded: `select count(ended_at) from sessions where guard_id = $1 and device = 'Leaving'`,
  otherEnded: `select count(ended_at) from sessions where guard_id = $1 and device = 'Other'`,
  providerMails: mails(connectionMail('google', false).subject),
  providersGone: `select count(*) from guards where id = $1 and social_gmail_id is null and exists (${mails(connectionMail('google', false).subject).replace('count(*)', '')})`,
  passwordMails: mails(passwordChangedMail.subject),
  resets: 'select count(*) from password_resets where email = $4',
  contactCodes: `select count(*) from outgoing_messages where recipient = 'moved.' || $6 || '@example.com'`,
  contactMails: mails(emailChanged.subject),
  contactsMoved: `select count(*) from guards where id = $1 and email = 'moved.' || $6 || '@example.com'`,
  contactsWaiting: 'select count(*) from contact_changes where guard_id = $1',
  feeds: 'select count(*) from calendar_feeds where guard_id = $1',
  // A password reset ends all sessions too, but suspends no account.
  signedOut: `select count(*) from guards g where g.id = $1 and g.status = 0
    and not exists (select from sessions s where s.guard_id = g.id and s.ended_at is null)`,
  suspensions: 'select count(*) from guards where id = $1 and status = 0',

  deletionsAsked: 'select count(*) from deletion_requests where guard_id = $5',
  deletionsTakenBack: 'select count(taken_back_at) from deletion_requests where guard_id = $5',
  deletionsCarriedOut: `select count(carried_out_at) from deletion_requests where guard_id = $5`,
  namesDeleted: `select count(*) from guards where id = $5 and email not like 'kill.%'`,

  registered: `select count(*) from guards where email = ${visitor}`,
  agreements: `select count(*) from agreements where guard_id in (select id from guards where email = ${visitor})`,
  verified: `select count(*) from guards where email = ${visitor} and is_verify_otp`,
  licences: `select count(*) from guards where email = ${visitor} and license_number = '7654321'`,
  approvals: `select count(*) from guards where email = ${visitor} and status = 1`,
  subscriptions: `select count(*) from newsletter_subscriptions where email = ${visitor}`,
  unsubscriptions: `select count(unsubscribed_at) from newsletter_subscriptions where email = ${visitor}`,
  enquiries: `select count(*) from enquiries where email = ${visitor}`,
  careers: `select count(file) from career_applications where email = ${visitor}`,

  jobsPosted: `select count(*) from jobs where title = 'For ' || $6`,
  shiftsPosted: `select count(*) from shifts where ${ofOwnJob}`,
  shiftsMoved: `select count(*) from shifts where ${ofOwnJob} and start_time = '${MOVED_TO}'`,
  jobsCancelled: `select count(*) from jobs where title = 'For ' || $6 and status = 3`,
  ownApplications: `select count(*) from applications where guard_id = $1 and ${ofOwnJob}`,
  ownCancelled: `select count(withdrawn_at) from applications where guard_id = $1 and ${ofOwnJob}`,
  ownRefused: `select count(refused_at) from applications where guard_id = $1 and ${ofOwnJob}`,
  ownAwarded: `select count(awarded_at) from applications where guard_id = $1 and ${ofOwnJob}`,
  ownShifts: `select count(*) from assignments where guard_id = $1 and ${ofOwnJob}`,
  ownShiftsHeld: `select count(*) from held_assignments where guard_id = $1 and ${ofOwnJob}`,
  coversOffered: 'select count(*) from cover_offers where guard_id = $1',
  coversAccepted: 'select count(proposed_at) from cover_offers where guard_id = $1',
  coversWithdrawn: `select count(*) from cover_offers where guard_id = $1 and state = 'withdrawn'`,
  coversDeclined: 'select count(*) from cover_declines d join cover_offers c on c.id = d.offer_id where c.guard_id = $1',
  coversRefused: `select count(*) from cover_offers where guard_id = $1 and state = 'refused'`,
  coversApproved: `select count(*) from cover_offers where guard_id = $1 and state = 'approved'`,
  coverRules: `select count(*) from jobs j join locations l on l.id = j.location_id where j.title = 'For ' || $6 and l.cover_is_automatic`,
  coverShifts: `select count(*) from held_assignments a join applications p on p.guard_id = a.guard_id and p.job_id = a.job_id and p.state = 'awarded'
    where a.guard_id = $5 and a.${ofOwnJob}`,
  leaves: 'select count(*) from leaves where guard_id = $1',
  leavesApproved: 'select count(*) from leaves where guard_id = $1 and status = 1',
  leavesRefused: 'select count(*) from leaves where guard_id = $1 and status = 2',
  staffKeys: `select count(*) from staff_keys where name = 'Key ' || $6`,
  staffKeysRevoked: `select count(revoked_at) from staff_keys where name = 'Key ' || $6`,
  revived: `select count(*) from outgoing_messages where recipient = 'given.up.' || $6 || '@example.com' and state <> 'dead'`,
};

export type Mark = keyof typeof counts;
/** Changes of counts in the database that an act causes; negative if it removes rows. */
export type Marks = Partial<Record<Mark, number>>;
export const figureNames = Object.keys(counts) as Mark[];

/** The counts that read none of these tables. */
export const marksWithout = (tables: readonly string[]): Mark[] =>
  figureNames.filter((name) => !tables.some((table) => new RegExp(`\\b${table}\\b`).test(counts[name])));

/** Returns all counts for a person. */
export async function marksOf(
  server: Pick<Server, 'query'>,
  { id, assignmentId, openJobId, email, other }: Person,
): Promise<Required<Marks>> {
  const columns = Object.entries(counts).map(([name, query]) => `(${query})::int as "${name}"`);
  const [row] = await server.query<Required<Marks>>(
    `select ${columns.join(', ')}, $1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid, $6::text`,
    [id, assignmentId, openJobId, email, other.id, id],
  );
  if (!row) throw new Error('the query returned no row');
  return Object.fromEntries(figureNames.map((name) => [name, row[name]])) as Required<Marks>;
}
