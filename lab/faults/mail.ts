import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { random } from '../../api/seed/random';
import { jobs } from '../../api/src/jobs';
import { runWithServices } from '../../api/src/platform/context';
import { transaction } from '../../api/src/platform/database/db';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { migrate } from '../../api/src/platform/database/migrate';
import { noHooks } from '../../api/src/platform/hooks';
import { queueMessage } from '../../api/src/platform/messages/message-queue';
import { createQueues } from '../../api/src/platform/queue/job-queue';
import { closeServices, createServices } from '../../api/src/platform/services';
import { type AcceptedMail, type MailServer, startMailServer } from '../../api/test/smtp';
import { testEnv } from '../../api/test/test-env';
import { type Child, start } from '../../tools/dev-portal/child-process.mjs';

const root = resolve(import.meta.dirname, '../..');
const LEASE_SECONDS = 5;
const AT_ONCE = 500;
const STALLED_MS = 120_000;
/** Mails that a worker may have in flight. If a kill loses more replies than this, the worker records its sent mails too late. */
const UNDER_WAY = 8;

interface Options {
  folder: string;
  messages: number;
  kills: number;
  seed: number;
  say(line: string): void;
}

/** Counts at the mail server; mails are identified by their recipient. */
export interface MailCounts {
  accepted: number;
  /** Never received. */
  lost: string[];
  /** Received again although the first reply was recorded, or under another Message-ID, or sent to an unknown recipient. */
  doubled: string[];
  /** Accepted just before a kill that lost the reply: each may arrive once more. */
  unanswered: number;
  /** The number of these that arrived again. */
  resent: number;
  /** Lost replies beyond `UNDER_WAY` per kill. */
  beyond: number;
}

const idOf = (messageId: string) => messageId.slice(1, messageId.indexOf('@'));
const recipient = (index: number) => `guard${index}@example.com`;

async function waitFor(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + STALLED_MS; !(await isSo()); await pause(10))
    if (performance.now() > deadline) throw new Error(`timeout: ${what}`);
}

/** Queues messages as the API does, each with its job in one transaction. */
async function queue(messages: number): Promise<void> {
  for (let from = 0; from < messages; from += AT_ONCE)
    await transaction(async () => {
      for (let index = from; index < Math.min(from + AT_ONCE, messages); index++)
        await queueMessage({ channel: 'mail', to: recipient(index), guardId: null, subject: 'News', body: `Message ${index}.` });
    });
}

function copies(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const cameTo = ({ accepted }: MailServer) => copies(accepted.map(({ messageId }) => idOf(messageId)));

/**
 * After a kill: returns the mails that the server has and that are still queued in the database. A mail of an earlier kill is included only if the
 * server received another copy since then; `known` contains the earlier number of copies.
 */
async function swallowed(database: pg.Client, post: MailServer, known: Map<string, number>): Promise<string[]> {
  await waitFor(() => post.isQuiet(), 'no connection is open');
  const ended = async () => (await database.query("select from pg_stat_activity where application_name = 'mail-worker'")).rows.length === 0;
  await waitFor(ended, "the worker's transactions have ended");
  const came = cameTo(post);
  const { rows } = await database.query<{ id: string }>(
    "select id from outgoing_messages where state = 'queued' and id = any($1::uuid[])",
    [[...came.keys()]],
  );
  const fresh = rows.map(({ id }) => id).filter((id) => (came.get(id) ?? 0) > (known.get(id) ?? 0));
  for (const id of fresh) known.set(id, came.get(id) ?? 0);
  return fresh;
}

/**
 * Compares the received mails with the queued recipients, not with the state of the database. `kills`: recipients for whom each kill lost the reply.
 */
export function countMails(
  asked: readonly string[],
  accepted: readonly Pick<AcceptedMail, 'messageId' | 'to'>[],
  kills: readonly (readonly string[])[],
): MailCounts {
  const [came, allowed] = [copies(accepted.map(({ to }) => to)), copies(kills.flat())];
  const wanted = new Set(asked);
  const atMost = (to: string) => (wanted.has(to) ? 1 + (allowed.get(to) ?? 0) : 0);
  // A mailbox recognizes a repeated mail by its Message-ID.
  const ids = copies([...new Map(accepted.map(({ messageId, to }) => [`${to} ${messageId}`, to])).values()]);
  return {
    accepted: accepted.length,
    lost: asked.filter((to) => !came.has(to)),
    doubled: [...came.keys()].filter((to) => (came.get(to) ?? 0) > atMost(to) || (ids.get(to) ?? 0) > 1),
    unanswered: kills.flat().length,
    resent: [...came.values()].reduce((sum, times) => sum + times - 1, 0),
    beyond: kills.reduce((sum, one) => sum + Math.max(0, one.length - UNDER_WAY), 0),
  };
}

/** Sends messages to an SMTP server, kills the worker `kills` times during that, and counts the received mails. */
export async function sendWhileKilled({ folder, messages, kills, seed, say }: Options): Promise<MailCounts> {
  mkdirSync(folder, { recursive: true });
  const chance = random(seed);
  const server = await startEmbedded(join(folder, 'pg'));
  const database = new pg.Client(server.connection as pg.ClientConfig);
  const post = await startMailServer();
  post.linger = () => chance.between(0, 20);
  const services = createServices({ ...testEnv, smtpUrl: post.url }, noHooks, { connections: { direct: server.connection } });
  const launch = (): Child =>
    start('mail worker', ['--import', 'tsx', 'lab/faults/mail-worker.ts'], {
      cwd: root,
      env: {
        ...process.env,
        MAIL_WORKER: JSON.stringify({ connection: server.connection, smtpUrl: post.url, leaseSeconds: LEASE_SECONDS }),
      },
      logFile: join(folder, 'worker.log'),
    });
  let worker: Child | null = null;
  try {
    await database.connect();
    await migrate(server.connection);
    await runWithServices(services, async () => {
      await createQueues(jobs, LEASE_SECONDS);
      await queue(messages);
    });
    say(`${messages} messages are queued`);
    worker = launch();
    const unanswered: string[][] = [];
    const known = new Map<string, number>();
    for (let kill = 1; kill <= kills; kill++) {
      const at = Math.floor((kill * messages) / (kills + 1)) - chance.between(0, Math.floor(messages / (kills + 1) / 2));
      await waitFor(() => cameTo(post).size >= at, `mail ${at} was received`);
      await worker.kill();
      const ids = await swallowed(database, post, known);
      const toWhom = new Map(post.accepted.map(({ messageId, to }) => [idOf(messageId), to]));
      unanswered.push(ids.map((id) => toWhom.get(id) ?? id));
      worker = launch();
    }
    say(`${kills} kills, ${unanswered.flat().length} replies lost`);
    const open = async () => (await database.query("select from outgoing_messages where state <> 'sent' limit 1")).rows.length;
    await waitFor(async () => (await open()) === 0, 'the queue is empty');
    return countMails(
      Array.from({ length: messages }, (_, index) => recipient(index)),
      post.accepted,
      unanswered,
    );
  } finally {
    await worker?.kill();
    await closeServices(services);
    await database.end();
    await post.stop();
    await server.stop();
  }
}
