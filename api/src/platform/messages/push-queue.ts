import { createPrivateKey } from 'node:crypto';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { fromNow, nowText } from '../clock';
import { currentServices } from '../context';
import { afterCommit, db } from '../database/db';
import { pollNow } from '../queue/poll';

const BASE_PAUSE_MS = 5_000;
const TIMEOUT_MS = 10_000;
const AT_ONCE = 20;
/** Lease of a message in ms; after it another process may send the message. */
const LEASE_MS = 60_000;
const LONGEST_PAUSE_MS = 900_000;
const DAY_MS = 86_400_000;
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** The firebase project that sends push messages, and its service account. */
export interface PushSource {
  projectId: string;
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  /** Endpoint for access tokens of the account. */
  tokenUrl: string;
  /** Endpoint for messages, without a path. */
  sendUrl: string;
}

export interface PushMessage {
  notificationId: string;
  title: string;
  body: string;
  /** A path of the portal. */
  to: string | null;
}

/** Name of the job that sends them. */
export const PUSH_JOB = 'send-push';

/** Queues a push message for every device on which the guard is logged in, in the surrounding transaction. Without a sender it does nothing. */
export async function queuePush(guardId: string, { notificationId, title, body, to }: PushMessage): Promise<void> {
  if (currentServices().env.push === null) return;
  await sql`insert into push_messages (notification_id, device_token, title, body, link, created_at, not_before)
    select ${notificationId}, d.device_token, ${title}, ${body}, ${to}, ${nowText()}, ${nowText()} from (
      select distinct device_token from sessions
      where guard_id = ${guardId} and ended_at is null and expires_at > ${nowText()} and device_token not in ('', 'web')
    ) d`.execute(db());
  afterCommit(() => pollNow(PUSH_JOB));
}

interface QueuedPush {
  id: string;
  notificationId: string;
  deviceToken: string;
  title: string;
  body: string;
  link: string | null;
  tries: number;
}

/** Creates the signed assertion for Google. Uses the system clock, because the portal's clock may be moved. */
function assertion({ clientEmail, privateKey, tokenUrl }: PushSource): Promise<string> {
  const seconds = Math.floor(systemClock.now().getTime() / 1000);
  return new SignJWT({ iss: clientEmail, scope: SCOPE, aud: tokenUrl, iat: seconds, exp: seconds + 3600 })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .sign(createPrivateKey(privateKey));
}

const post = (url: string, body: string, headers: Record<string, string>) =>
  fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });

/** Firebase accepts 4,000 bytes per message; a device shows a few lines. */
const MOST = { title: 200, body: 1_000 };

/** Shortens a text to `bytes` bytes without splitting a character. */
function beginning(words: string, bytes: number): string {
  const whole = Buffer.from(words);
  return whole.length <= bytes ? words : `${new TextDecoder().decode(whole.subarray(0, bytes - 3), { stream: true })}…`;
}

/** Whether firebase's error concerns the token: no longer registered, or invalid. */
const isOfToken = (answer: string): boolean => /"UNREGISTERED"|"message\.token"|registration token/i.test(answer);

/** Creates the sender. It returns `gone` if the device's token is invalid, and `refused` if firebase rejects the message itself. */
export function createFirebaseSender(source: PushSource) {
  let access: Promise<string> | null = null;
  let until = 0;

  async function ask(): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await assertion(source) });
    const reply = await post(source.tokenUrl, form.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
    if (!reply.ok) throw new Error(`The access token was refused: ${reply.status}`);
    const { access_token, expires_in } = (await reply.json()) as { access_token: string; expires_in: number };
    until = systemClock.now().getTime() + (expires_in - 60) * 1000;
    return access_token;
  }

  /** Concurrent messages share one access token until it expires. */
  function accessToken(): Promise<string> {
    if (access && systemClock.now().getTime() < until) return access;
    until = systemClock.now().getTime() + TIMEOUT_MS;
    const asked = ask();
    access = asked;
    asked.catch(() => {
      if (access === asked) access = null;
    });
    return asked;
  }

  return async function deliver({ notificationId, deviceToken, title, body, link }: QueuedPush): Promise<'sent' | 'gone' | 'refused'> {
    const data = { id: notificationId, ...(link && { to: link }) };
    const notification = { title: beginning(title, MOST.title), body: beginning(body, MOST.body) };
    const message = { token: deviceToken, notification, data };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await accessToken()}` };
    const reply = await post(`${source.sendUrl}/v1/projects/${source.projectId}/messages:send`, JSON.stringify({ message }), headers);
    if (reply.ok) return 'sent';
    // The account was changed: the next attempt requests another token.
    if (reply.status === 401) access = null;
    const answer = await reply.text();
    if ((reply.status === 404 || reply.status === 400) && isOfToken(answer)) return 'gone';
    if (reply.status === 400) return 'refused';
    throw new Error(`A push message was refused: ${reply.status}`);
  };
}

/** Claims due messages, at most a day old; the clean-up deletes older ones (`jobs/clean-up.job.ts`). Several processes claim different messages. */
async function takeDue(): Promise<QueuedPush[]> {
  const { rows } = await sql<QueuedPush>`update push_messages set tries = tries + 1, not_before = ${fromNow(LEASE_MS)}
    where id in (select id from push_messages where not_before <= ${nowText()} and created_at >= ${fromNow(-DAY_MS)} order by created_at limit ${AT_ONCE} for update skip locked)
    returning id, notification_id as "notificationId", device_token as "deviceToken", title, body, link, tries`.execute(db());
  return rows;
}

async function sendOne(deliver: ReturnType<typeof createFirebaseSender>, waiting: QueuedPush): Promise<'refused' | null> {
  const outcome = await deliver(waiting).catch(() => null);
  if (outcome === null) {
    const pause = Math.min(BASE_PAUSE_MS * 2 ** waiting.tries, LONGEST_PAUSE_MS);
    await sql`update push_messages set not_before = ${fromNow(pause)} where id = ${waiting.id}`.execute(db());
    return null;
  }
  await sql`delete from push_messages where id = ${waiting.id}`.execute(db());
  if (outcome === 'gone') await sql`update sessions set device_token = 'web' where device_token = ${waiting.deviceToken}`.execute(db());
  return outcome === 'refused' ? outcome : null;
}

/** Sends all due messages, at most AT_ONCE. @returns how many were tried. @throws if firebase rejected some, which are then deleted. */
export async function sendDuePushes(deliver: ReturnType<typeof createFirebaseSender>): Promise<number> {
  const due = await takeDue();
  const refused = (await Promise.all(due.map((waiting) => sendOne(deliver, waiting)))).filter((outcome) => outcome !== null).length;
  if (refused > 0) throw new Error(`Firebase does not take ${refused} push messages: 400`);
  return due.length;
}

/** Sends push messages until none is due. */
export async function sendAllDuePushes(deliver: ReturnType<typeof createFirebaseSender>, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await sendDuePushes(deliver)) === AT_ONCE);
}
