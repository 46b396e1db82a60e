import type { nextStep, OnboardingStep } from '@portal/contracts/onboarding/onboarding.rules';
import { type RawBuilder, sql } from 'kysely';
import { fromNow, now, nowText } from '../clock';
import { currentServices } from '../context';
import { afterCommit, db, preparedQuery } from '../database/db';
import { disconnectRooms, sessionRoom } from '../live/rooms';
import { deviceName, networkPrefix, type RequestOrigin } from './device-name';
import type { VerifiedAccess } from './recheck-access';
import { newToken, sha256 } from './secrets';
import { guardPrincipal, logSecurityEvent } from './security-log';

const DAY = 86_400_000;
const SLIDING = 30 * DAY;
const AT_MOST = 90 * DAY;
/** Extending a session costs a write, so it is done at most once a minute. */
const TOUCH_EVERY = 60_000;

/** The guard of a call, identified by the token. */
export interface SignedIn {
  id: string;
  sessionId: string;
  step: OnboardingStep;
  /** The browser path of that step. */
  nextStep: string;
}

/** SQL text that adds the guard to the query of a session, whose row is `s`. */
export interface GuardJoinSql {
  columns: string;
  join: string;
  /** The onboarding step that the columns of a row give. */
  stepOf(row: Readonly<Record<string, unknown>>): ReturnType<typeof nextStep>;
}

interface SessionRow {
  session_id: string;
  created_at: string;
  expires_at: string;
  last_seen_at: string;
  /** Of the guard. */
  id: string;
}

const lookUp = ({ columns, join }: GuardJoinSql) => `select s.id as session_id, s.created_at, s.expires_at, s.last_seen_at, ${columns}
  from sessions s ${join} where s.token_hash = $1 and s.ended_at is null`;

/** Whether the guard is on a shift that began while the session was valid; it then stays valid until the shift ends. */
async function isExtended(guardId: string, expiresAt: string): Promise<boolean> {
  const start = await currentServices().hooks.findShiftStart(guardId);
  return start !== null && Date.parse(start) < Date.parse(expiresAt);
}

/** The guard of a token, or null if it is unknown, ended or expired. `address` is stored as the session's network. */
export async function findSession(token: string, address?: () => string): Promise<SignedIn | null> {
  const [row] = await preparedQuery<SessionRow>('session', lookUp(currentServices().hooks.guardOfSession), [sha256(token)]);
  if (!row) return null;
  const instant = now().getTime();
  if (Date.parse(row.expires_at) <= instant) return (await isExtended(row.id, row.expires_at)) ? signedIn(row) : null;
  if (instant - Date.parse(row.last_seen_at) >= TOUCH_EVERY) await extendSession(row, address);
  return signedIn(row);
}

function signedIn(row: SessionRow): SignedIn {
  const { step, to } = currentServices().hooks.guardOfSession.stepOf({ ...row });
  return { id: row.id, sessionId: row.session_id, step, nextStep: to };
}

/** Of concurrent calls only the first one writes. */
async function extendSession(row: SessionRow, address?: () => string): Promise<void> {
  const end = Math.min(now().getTime() + SLIDING, Date.parse(row.created_at) + AT_MOST);
  await sql`update sessions set last_seen_at = ${nowText()}, expires_at = ${new Date(end).toISOString()},
      network = coalesce(${address ? networkPrefix(address()) : null}, network)
    where id = ${row.session_id} and last_seen_at <= ${fromNow(-TOUCH_EVERY)}`.execute(db());
}

interface Opened {
  deviceToken: string | undefined;
  from?: RequestOrigin;
  /** The guard has just proved their identity, so the session begins confirmed. */
  isConfirmed: boolean;
}

/** SQL condition: the guard has a second factor. Then only the factor confirms a session. */
export const hasFactorOf = (guardId: RawBuilder<unknown>): RawBuilder<boolean> => currentServices().hooks.hasSecondFactor(guardId);

export async function hasFactor(guardId: string): Promise<boolean> {
  const { rows } = await sql`select where ${hasFactorOf(sql.val(guardId))}`.execute(db());
  return rows.length > 0;
}

/** Opens a session. @returns its token, which is not stored. */
export async function openSession({ guardId }: VerifiedAccess, { deviceToken, from, isConfirmed }: Opened): Promise<string> {
  const token = newToken();
  await sql`insert into sessions (guard_id, token_hash, device_token, device, network, created_at, last_seen_at, expires_at, confirmed_at)
    values (${guardId}, ${sha256(token)}, ${deviceToken ?? null}, ${from ? deviceName(from.userAgent) : null},
      ${from ? networkPrefix(from.address) : null}, ${nowText()}, ${nowText()}, ${fromNow(SLIDING)},
      case when ${isConfirmed} and not ${hasFactorOf(sql.val(guardId))} then ${nowText()}::timestamptz end)`.execute(db());
  logSecurityEvent('session opened', guardPrincipal(guardId));
  return token;
}

export interface OpenSession {
  id: string;
  device: string | null;
  network: string | null;
  signedInAt: string;
  lastSeenAt: string;
}

/** Valid sessions of a guard, the most recently used first. */
export async function activeSessions(guardId: string): Promise<OpenSession[]> {
  const shiftStart = await currentServices().hooks.findShiftStart(guardId);
  const { rows } = await sql<OpenSession>`select id, device, network, created_at as "signedInAt", last_seen_at as "lastSeenAt" from sessions
    where guard_id = ${guardId} and ended_at is null and (expires_at > ${nowText()} or expires_at > ${shiftStart}::timestamptz) order by last_seen_at desc, id`.execute(
    db(),
  );
  return rows;
}

/** Whether the session of a running call has not been ended during the call. */
export async function isActive(sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from sessions where id = ${sessionId} and ended_at is null`.execute(db());
  return rows.length > 0;
}

/** Whether a session belongs to this guard, in any state. */
export async function isSessionOf(guardId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from sessions where id = ${sessionId} and guard_id = ${guardId}`.execute(db());
  return rows.length > 0;
}

/** The id of the guard's session with this token, in any state. */
export async function sessionIdOf(guardId: string, token: string): Promise<string | null> {
  const own = db().selectFrom('sessions').select('id').where('token_hash', '=', sha256(token)).where('guard_id', '=', guardId);
  return (await own.executeTakeFirst())?.id ?? null;
}

/** The given sessions that are no longer valid: ended, expired or deleted. */
export async function endedSessions(sessionIds: readonly string[]): Promise<string[]> {
  const alive = sql<{
    id: string;
    guard_id: string;
    expires_at: string;
    is_over: boolean;
  }>`select id, guard_id, expires_at, expires_at <= ${nowText()} as is_over
    from sessions where id = any(${sessionIds}::uuid[]) and ended_at is null`;
  const { rows } = await alive.execute(db());
  const open = new Set<string>();
  for (const { id, guard_id, expires_at, is_over } of rows) if (!is_over || (await isExtended(guard_id, expires_at))) open.add(id);
  return sessionIds.filter((id) => !open.has(id));
}

const disconnectEnded = (sessionIds: readonly string[]): void => afterCommit(() => disconnectRooms(sessionIds.map(sessionRoom)));

/** Sets the token for push messages to the session's device; `web`: no push messages. */
export async function setDeviceToken(sessionId: string, deviceToken: string): Promise<void> {
  await sql`update sessions set device_token = ${deviceToken} where id = ${sessionId}`.execute(db());
}

export async function endSession(sessionId: string): Promise<void> {
  const ended = sql<{ guard_id: string }>`update sessions set ended_at = ${nowText()} where id = ${sessionId} and ended_at is null
    returning guard_id`;
  for (const { guard_id } of (await ended.execute(db())).rows) logSecurityEvent('session ended', guardPrincipal(guard_id));
  disconnectEnded([sessionId]);
}

async function endSessions(guardId: string, exceptId: string | null): Promise<number> {
  const ended = sql<{ id: string }>`update sessions set ended_at = ${nowText()}
    where guard_id = ${guardId} and ended_at is null and id is distinct from ${exceptId}::uuid returning id`;
  const { rows } = await ended.execute(db());
  disconnectEnded(rows.map(({ id }) => id));
  if (rows.length > 0) logSecurityEvent('sessions ended', guardPrincipal(guardId), { count: rows.length });
  return rows.length;
}

/** Ends all sessions of the guard except one. @returns how many. */
export const endOtherSessions = (guardId: string, exceptId: string): Promise<number> => endSessions(guardId, exceptId);

/**
 * Ends every session and registration cookie of the guard, in the transaction of the change that requires it. Lock the guard first: a login in
 * progress waits for the lock, then checks its access again (`withAccessRecheck`).
 * @returns the number of sessions.
 */
export async function revokeAllAccess(guardId: string): Promise<number> {
  const ended = await endSessions(guardId, null);
  await currentServices().hooks.deleteRegistrations(guardId);
  return ended;
}
