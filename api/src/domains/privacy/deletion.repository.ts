import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { openDeletions } from '@portal/contracts/privacy/privacy.staff';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { type GuardTable, typedTable } from '../../platform/database/typed-table';
import { phaseAt } from '../shift-state/shift-state.columns';
import { columnsAt } from './data-classification';

const d = typedTable('deletion_requests', 'd');
const g = typedTable('guards', 'g');
const a = typedTable('assignments', 'a');
const h = typedTable('held_assignments', 'h');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const m = typedTable('outgoing_messages', 'm');
const c = typedTable('contact_changes', 'c');
const o = typedTable('sos_alerts', 'o');

export interface DeletionRequest {
  id: string;
  askedAt: string;
  takeBackUntil: string;
}

/** The guard's open request: neither cancelled nor carried out. */
export async function pendingRequest(guardId: string): Promise<DeletionRequest | null> {
  const { rows } = await sql<DeletionRequest>`
    select id, asked_at as "askedAt", take_back_until as "takeBackUntil" from deletion_requests
    where guard_id = ${guardId} and taken_back_at is null and carried_out_at is null`.execute(db());
  return rows[0] ?? null;
}

export async function insert(guardId: string, now: string, takeBackUntil: string): Promise<void> {
  await sql`insert into deletion_requests (guard_id, asked_at, take_back_until) values (${guardId}, ${now}, ${takeBackUntil})`.execute(
    db(),
  );
}

export async function takeBack(id: string, now: string): Promise<void> {
  await sql`update deletion_requests set taken_back_at = ${now} where id = ${id}`.execute(db());
}

export async function pendingRequests(): Promise<Output<typeof openDeletions>> {
  const { rows } = await sql<Output<typeof openDeletions>[number]>`
    select ${d.guard_id} as guard, ${g.email} as email, ${d.asked_at} as "askedAt", ${d.take_back_until} as "takeBackUntil"
    from ${d} join ${g} on ${g.id} = ${d.guard_id}
    where ${d.taken_back_at} is null and ${d.carried_out_at} is null order by ${d.asked_at}, ${d.id}`.execute(db());
  return rows;
}

/** Whether the guard has running or future shifts. */
export async function hasShifts(guardId: string, now: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from ${h} join ${s} on ${s.id} = ${h.shift_id} join ${j} on ${j.id} = ${h.job_id} where ${h.guard_id} = ${guardId}
      and ${phaseAt({ state: h.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status }, now)} <> 'over') as has`.execute(
    db(),
  );
  return rows[0]?.has ?? false;
}

export async function markCarriedOut(id: string, name: string, now: string, keptUntil: string): Promise<void> {
  await sql`update deletion_requests set carried_out_at = ${now}, kept_name = ${name}, kept_until = ${keptUntil} where id = ${id}`.execute(
    db(),
  );
}

/** The guard's files that stay: the pictures of injury reports. */
export async function keptFiles(guardId: string): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`select unnest(files) as file from injuries where guard_id = ${guardId}`.execute(db());
  return rows.map(({ file }) => file);
}

export async function files(guardId: string): Promise<string[]> {
  const { rows } = await sql<{ filename: string }>`select filename from media where owner_id = ${guardId}`.execute(db());
  return rows.map(({ filename }) => filename);
}

type Fate = 'goes' | 'emptied' | 'stays' | 'outlives';

/**
 * The effect of a deletion on each table with rows of a guard: rows are deleted (`goes`), cleared of personal data by `anonymise` (`emptied`), or
 * kept under the guard's number (`stays`). Rows that outlive the pay records (`outlives`) are cleared, too, and kept. A new table needs a line here.
 */
export const deletionEffects: Readonly<Partial<Record<GuardTable | 'media', Fate>>> = {
  ratings: 'goes',
  tickets: 'goes',
  job_reports: 'goes',
  order_acknowledgements: 'goes',
  handover_reads: 'goes',
  handover_notes: 'goes',
  leaves: 'goes',
  cover_declines: 'goes',
  expiry_reminders: 'goes',
  guard_documents: 'goes',
  identity_documents: 'goes',
  employment_details: 'goes',
  guard_specialities: 'goes',
  bank_details: 'goes',
  device_keys: 'goes',
  calendar_feeds: 'goes',
  notifications: 'goes',
  registrations: 'goes',
  otp_codes: 'goes',
  confirmation_codes: 'goes',
  passkey_challenges: 'goes',
  second_factors: 'goes',
  contact_changes: 'goes',
  idempotency_keys: 'goes',
  agreements: 'goes',
  sessions: 'goes',
  exports: 'goes',
  outgoing_messages: 'goes',
  applications: 'emptied',
  cover_offers: 'emptied',
  assignments: 'emptied',
  chat_messages: 'emptied',
  media: 'emptied',
  e_notes: 'outlives',
  chat_participants: 'stays',
  deletion_requests: 'stays',
  injuries: 'stays',
  transactions: 'stays',
  withdrawals: 'stays',
};

const tablesWhere = (fits: (fate: Fate) => boolean) =>
  Object.entries(deletionEffects).flatMap(([name, fate]) => (name !== 'media' && fits(fate) ? [name] : []));

/**
 * Conditions that find messages `m` about this guard without their `guard_id`: by recipient, and by text for messages to visitors.
 * Each uses an index, because one statement cannot scan the text of all messages.
 */
export const messagesOf = (guardId: string, email: string, mobileNumber: string): RawBuilder<unknown>[] => [
  sql`${m.recipient} = any (array(select ${c.value} from ${c} where ${c.guard_id} = ${guardId} union select unnest(${[email, mobileNumber]}::text[])))`,
  sql`${m.guard_id} is null and position(${email} in ${m.body}) > 0`,
];

/** Columns of a deleted guard's row that stay. All others with personal data become null or are replaced. */
const keptColumns: readonly string[] = [
  ...['id', 'is_privacy_agreement', 'is_terms_of_use', 'is_independent_contractor', 'is_verify_otp', 'notification_settings', 'created_at'],
  ...['is_submit_all_document', 'is_individual_document', 'is_email_proven', 'is_mobile_proven', 'has_password'],
];

/** Removes a guard's personal data; the remaining rows belong to a number. End the sessions first, so that open pages are notified. */
export async function anonymise(guardId: string, { email, mobileNumber, words }: { email: string; mobileNumber: string; words: string }) {
  for (const theirs of messagesOf(guardId, email, mobileNumber)) await sql`delete from ${m} where ${theirs}`.execute(db());
  await db()
    .updateTable('breaks as b')
    .from('assignments as a')
    .set({ description: '-' })
    .whereRef('a.id', '=', 'b.assignment_id')
    .where('a.guard_id', '=', guardId)
    .execute();
  await sql`delete from password_resets where email = ${email}`.execute(db());
  for (const table of tablesWhere((fate) => fate === 'goes'))
    await sql`delete from ${sql.table(table)} where guard_id = ${guardId}`.execute(db());
  await sql`delete from applications where guard_id = ${guardId} and state <> 'awarded'`.execute(db());
  await sql`update cover_offers set note = '' where guard_id = ${guardId}`.execute(db());
  await sql`update applications set comment = null where guard_id = ${guardId}`.execute(db());
  await sql`update chat_messages set message = ${words} where guard_id = ${guardId}`.execute(db());
  await sql`update e_notes set type = 1, recording = null, seconds = null, bytes = null, photo = null, lat = null, long = null, accuracy = null
    where guard_id = ${guardId}`.execute(db());
  await sql`delete from welfare_checks w using ${a} where ${a.id} = w.assignment_id and ${a.guard_id} = ${guardId}`.execute(db());
  await sql`update sos_alerts o set lat = null, long = null, accuracy = null, placed_at = null, battery = null
    from ${a} where ${a.id} = ${o.assignment_id} and ${a.guard_id} = ${guardId}`.execute(db());
  await db()
    .updateTable('assignments')
    .set({ arrived_lat: null, arrived_long: null, arrived_accuracy: null, arrived_distance: null, shift_end_comment: '' })
    .where('guard_id', '=', guardId)
    .execute();
  const replaced = {
    email: `${guardId}@deleted.invalid`,
    password_hash: '',
    first_name: 'Former',
    last_name: 'guard',
    mobile_number: '',
    is_license: false,
    status: 0,
    is_promotional: false,
  };
  const erased = columnsAt('guards', 'sealed', 'sensitive', 'personal').filter((column) => !keptColumns.includes(column));
  await db()
    .updateTable('guards')
    .set({ ...Object.fromEntries(erased.map((column) => [column, null])), ...replaced })
    .where('id', '=', guardId)
    .execute();
}

/** The deleted guards with pay records past their retention. */
export async function guardsPastRetention(today: string): Promise<string[]> {
  const { rows } = await sql<{ guardId: string }>`
    select guard_id as "guardId" from deletion_requests where kept_until < ${today}`.execute(db());
  return rows.map(({ guardId }) => guardId);
}

/** Deletes the rows that were kept of a guard. Their number stays while rows outlive it; it does not identify a person any more. */
export async function remove(guardId: string): Promise<void> {
  for (const table of tablesWhere((fate) => fate !== 'outlives'))
    await sql`delete from ${sql.table(table)} where guard_id = ${guardId}`.execute(db());
  const none = tablesWhere((fate) => fate === 'outlives').map(
    (name) => sql`not exists (select from ${sql.table(name)} where guard_id = ${guardId})`,
  );
  await sql`delete from guards where id = ${guardId} and ${sql.join(none, sql` and `)}`.execute(db());
}
