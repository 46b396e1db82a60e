import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { random } from '../../api/seed/random';
import { closeDatabase, openDatabase, transaction } from '../../api/src/platform/database/db';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { migrate } from '../../api/src/platform/database/migrate';
import { carryBy, send } from '../../api/src/platform/work/outgoing';
import { prepareQueues } from '../../api/src/platform/work/queue';
import { type MailServer, startMailServer } from '../../api/src/testing/smtp';
import { type Child, start } from '../portal/child.mjs';

const root = resolve(import.meta.dirname, '../..');
const LEASE_SECONDS = 5;
const AT_ONCE = 500;
const STALLED_MS = 120_000;

interface Options {
  folder: string;
  messages: number;
  kills: number;
  seed: number;
  say(line: string): void;
}

/** What the receiver counted. */
export interface Counted {
  accepted: number;
  /** Never came. */
  lost: string[];
  /** Came again although the receiver's answer had been noted. */
  doubled: string[];
  /** Accepted just before a kill, which swallowed the answer: each may come once more. */
  unanswered: number;
  /** How many of these did. */
  resent: number;
}

const idOf = (messageId: string) => messageId.slice(1, messageId.indexOf('@'));

async function waitFor(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + STALLED_MS; !(await isSo()); await pause(10))
    if (performance.now() > deadline) throw new Error(`${what} did not come to pass`);
}

/** Queues as many messages as the API would, each with its job in one transaction. */
async function queue(messages: number, smtpUrl: string): Promise<void> {
  carryBy({ mode: 'test', smtpUrl, smsUrl: null });
  for (let from = 0; from < messages; from += AT_ONCE)
    await transaction(async () => {
      for (let index = from; index < Math.min(from + AT_ONCE, messages); index++)
        await send({ channel: 'mail', to: `guard${index}@example.com`, guardId: null, subject: 'News', body: `Message ${index}.` });
    });
}

function copies(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const cameTo = ({ accepted }: MailServer) => copies(accepted.map(({ messageId }) => idOf(messageId)));

/**
 * After a kill: which mails the receiver has and the database does not know to be sent. One that an earlier kill had left so is named only
 * when the receiver has another copy since: `known` is how many it had.
 */
async function swallowed(database: pg.Client, post: MailServer, known: Map<string, number>): Promise<string[]> {
  await waitFor(() => post.isQuiet(), 'The end of all connections');
  const ended = async () => (await database.query("select from pg_stat_activity where application_name = 'mail-worker'")).rows.length === 0;
  await waitFor(ended, "The end of the worker's transactions");
  const came = cameTo(post);
  const { rows } = await database.query<{ id: string }>(
    "select id from outgoing_messages where state = 'queued' and id = any($1::uuid[])",
    [[...came.keys()]],
  );
  const fresh = rows.map(({ id }) => id).filter((id) => (came.get(id) ?? 0) > (known.get(id) ?? 0));
  for (const id of fresh) known.set(id, came.get(id) ?? 0);
  return fresh;
}

function count(ids: readonly string[], post: MailServer, unanswered: readonly string[]): Counted {
  const came = cameTo(post);
  const allowed = copies(unanswered);
  return {
    accepted: post.accepted.length,
    lost: ids.filter((id) => !came.has(id)),
    doubled: ids.filter((id) => (came.get(id) ?? 0) > 1 + (allowed.get(id) ?? 0)),
    unanswered: unanswered.length,
    resent: [...came.values()].reduce((sum, times) => sum + times - 1, 0),
  };
}

/** Sends messages to a real SMTP server while the worker is killed again and again, and counts what came. */
export async function sendWhileKilled({ folder, messages, kills, seed, say }: Options): Promise<Counted> {
  mkdirSync(folder, { recursive: true });
  const chance = random(seed);
  const server = await startEmbedded(join(folder, 'pg'));
  const database = new pg.Client(server.connection as pg.ClientConfig);
  const post = await startMailServer();
  post.linger = () => chance.between(0, 20);
  const launch = (): Child =>
    start('mail worker', ['--import', 'tsx', 'tools/faults/mail-worker.ts'], {
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
    openDatabase(server.connection);
    await prepareQueues(LEASE_SECONDS);
    await queue(messages, post.url);
    say(`${messages} messages wait`);
    worker = launch();
    const unanswered: string[] = [];
    const known = new Map<string, number>();
    for (let kill = 1; kill <= kills; kill++) {
      const at = Math.floor((kill * messages) / (kills + 1)) - chance.between(0, Math.floor(messages / (kills + 1) / 2));
      await waitFor(() => cameTo(post).size >= at, `Mail ${at}`);
      await worker.kill();
      unanswered.push(...(await swallowed(database, post, known)));
      worker = launch();
    }
    say(`${kills} kills, ${unanswered.length} answers swallowed`);
    const open = async () => (await database.query("select from outgoing_messages where state <> 'sent' limit 1")).rows.length;
    await waitFor(async () => (await open()) === 0, 'The end of the queue');
    const { rows } = await database.query<{ id: string }>('select id from outgoing_messages');
    return count(
      rows.map(({ id }) => id),
      post,
      unanswered,
    );
  } finally {
    await worker?.kill();
    await closeDatabase();
    await database.end();
    await post.stop();
    await server.stop();
  }
}
