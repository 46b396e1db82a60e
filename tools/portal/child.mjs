import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Unready } from './preconditions.mjs';

const LAST_WORDS = 4_000;

/** What we started ends with us, however we end. */
function tie(child) {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
}

/** Runs node on a file to its end. Resolves to its output; throws Unready with the last line that it said on failure. */
export function run(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  tie(child);
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    options.onOutput?.(String(chunk));
  });
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-LAST_WORDS);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new Unready(errors.trim() || `${args.join(' ')} ended with ${code}`)),
    );
  });
}

/** A long-running process whose output goes to a log file: node's, or another program's. */
export function start(name, args, { command = process.execPath, cwd, env, logFile, uid, gid }) {
  const child = spawn(command, args, { cwd, env, uid, gid, stdio: ['ignore', 'pipe', 'pipe'] });
  tie(child);
  const log = createWriteStream(logFile, { flags: 'a' });
  let lastWords = '';
  child.stdout.pipe(log, { end: false });
  child.stderr.on('data', (chunk) => {
    log.write(chunk);
    lastWords = (lastWords + chunk).slice(-LAST_WORDS);
  });
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  void ended.then(() => log.end());
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    /** What it said last on stderr, one line. */
    lastWords: () => lastWords.trim().split('\n').at(-1) ?? '',
    /** Ends it at once, as a crash or a lost machine would. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    /** Asks it to stop, and insists after ten seconds. */
    async stop() {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** Resolves when `url` answers 2xx; throws Unready with the process's own words when it ends first or takes too long. */
export async function answers(child, url, withinMs = 60_000) {
  const deadline = Date.now() + withinMs;
  let isOver = false;
  void child.ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok) return;
    if (isOver) throw new Unready(child.lastWords() || `The ${child.name} ended before it answered.`);
    if (Date.now() > deadline)
      throw new Unready(`The ${child.name} did not answer ${url} within ${withinMs / 1000} s. ${child.lastWords()}`);
    await wait(100);
  }
}
