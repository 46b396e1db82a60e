import { nextStep, type Step } from '@portal/contracts/onboarding/onboarding.rules';
import { sql } from 'kysely';
import { fromNow, now, nowText } from './clock';
import { afterCommit, db, namedQuery } from './db';
import { newToken, sha256 } from './secrets';

const DAY = 86_400_000;
const SLIDING = 30 * DAY;
const AT_MOST = 90 * DAY;
/** Sliding costs a write: once an hour is often enough. */
const TOUCH_EVERY = 3_600_000;

/** Who makes the call, as the token says. */
export interface SignedIn {
  id: string;
  sessionId: string;
  step: Step;
  /** The browser path of that step. */
  nextStep: string;
}

interface SessionRow {
  session_id: string;
  created_at: string;
  expires_at: string;
  last_seen_at: string;
  id: string;
  is_license: boolean;
  license_number: string | null;
  is_privacy_agreement: boolean;
  is_terms_of_use: boolean;
  is_independent_contractor: boolean;
  is_verify_otp: boolean;
  status: number;
  documents: number;
  specialities: number;
}

const LOOK_UP = `select s.id as session_id, s.created_at, s.expires_at, s.last_seen_at, g.id, g.is_license, g.license_number,
    g.is_privacy_agreement, g.is_terms_of_use, g.is_independent_contractor, g.is_verify_otp, g.status,
    exists (select from identity_documents d where d.guard_id = g.id)::int as documents,
    exists (select from guard_specialities w where w.guard_id = g.id)::int as specialities
  from sessions s join guards g on g.id = s.guard_id where s.token_hash = $1 and s.ended_at is null`;

let isOnShift: (guardId: string) => Promise<boolean> = async () => false;

/** Names the check that keeps a session alive past its end while its guard works: a shift is not cut in the middle. */
export function holdSessionsOpen(check: typeof isOnShift): void {
  isOnShift = check;
}

/** The guard behind a token, or null when it is unknown, ended or expired. */
export async function findSession(token: string): Promise<SignedIn | null> {
  const [row] = await namedQuery<SessionRow>('session', LOOK_UP, [sha256(token)]);
  if (!row) return null;
  const instant = now().getTime();
  if (Date.parse(row.expires_at) <= instant) return (await isOnShift(row.id)) ? signedIn(row) : null;
  if (instant - Date.parse(row.last_seen_at) > TOUCH_EVERY) await touch(row);
  return signedIn(row);
}

function signedIn(row: SessionRow): SignedIn {
  const { step, to } = nextStep({
    id: row.id,
    isLicense: row.is_license,
    licenseNumber: row.license_number,
    isPrivacyAgreement: row.is_privacy_agreement,
    isTermsOfUse: row.is_terms_of_use,
    isIndependentContractor: row.is_independent_contractor,
    isVerifyOtp: row.is_verify_otp,
    status: row.status,
    identityDocuments: { length: row.documents },
    workSpecialities: { length: row.specialities },
  });
  return { id: row.id, sessionId: row.session_id, step, nextStep: to };
}

async function touch(row: SessionRow): Promise<void> {
  const end = Math.min(now().getTime() + SLIDING, Date.parse(row.created_at) + AT_MOST);
  await sql`update sessions set last_seen_at = ${nowText()}, expires_at = ${new Date(end).toISOString()} where id = ${row.session_id}`.execute(
    db(),
  );
}

/** Opens a session. @returns its token, which is stored nowhere. */
export async function openSession(guardId: string, deviceToken: string | undefined): Promise<string> {
  const token = newToken();
  await sql`insert into sessions (guard_id, token_hash, device_token, created_at, last_seen_at, expires_at)
    values (${guardId}, ${sha256(token)}, ${deviceToken ?? null}, ${nowText()}, ${nowText()}, ${fromNow(SLIDING)})`.execute(db());
  return token;
}

type Ended = (sessionIds: readonly string[]) => void;
const endings = new Set<Ended>();

/** Tells of every session that ends before its time, once that is committed. @returns how to listen no more. */
export function onSessionsEnded(listener: Ended): () => void {
  endings.add(listener);
  return () => void endings.delete(listener);
}

const tellEnded: Ended = (ids) =>
  afterCommit(() => {
    for (const listener of endings) listener(ids);
  });

/** Under which token push messages reach the session's device; `web`: under none. */
export async function setDeviceToken(sessionId: string, deviceToken: string): Promise<void> {
  await sql`update sessions set device_token = ${deviceToken} where id = ${sessionId}`.execute(db());
}

export async function endSession(sessionId: string): Promise<void> {
  await sql`update sessions set ended_at = ${nowText()} where id = ${sessionId} and ended_at is null`.execute(db());
  tellEnded([sessionId]);
}

/** After a password changed: every session of the guard ends, but the one that changed it. */
export async function endOtherSessions(guardId: string, exceptId: string | null): Promise<void> {
  const ended = sql<{ id: string }>`update sessions set ended_at = ${nowText()}
    where guard_id = ${guardId} and ended_at is null and id is distinct from ${exceptId}::uuid returning id`;
  const { rows } = await ended.execute(db());
  tellEnded(rows.map(({ id }) => id));
}
