import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { openLog } from './log-file.mjs';
import { PreconditionError } from './preconditions.mjs';

const LAST_WORDS = 4_000;

/** Ends the child process when this process exits for any reason. */
function killWithParent(child) {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
}

/** Runs node with these arguments until it exits. Resolves with its stdout; throws PreconditionError with its last output on stderr if it fails. */
export function run(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  killWithParent(child);
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
      code === 0 ? resolve(out) : reject(new PreconditionError(errors.trim() || `${args.join(' ')} ended with ${code}`)),
    );
  });
}

/** Starts a long-running process (Node's, or `command`) and writes its output to a rotated log file. */
export function start(name, args, { command = process.execPath, cwd, env, logFile, uid, gid }) {
  const child = spawn(command, args, { cwd, env, uid, gid, stdio: ['ignore', 'pipe', 'pipe'] });
  killWithParent(child);
  const log = openLog(logFile);
  let lastOutput = '';
  // Not by pipe(): it stops reading when the file cannot be written, and then the child blocks on its own output.
  child.stdout.on('data', (chunk) => log.write(chunk));
  child.stderr.on('data', (chunk) => {
    log.write(chunk);
    lastOutput = (lastOutput + chunk).slice(-LAST_WORDS);
  });
  const closed = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      lastOutput = error.message;
    });
  });
  // The next process of this name writes to the same file.
  const ended = closed.then(async (end) => {
    await log.end();
    return end;
  });
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    /** The last line on stderr. */
    lastOutput: () => lastOutput.trim().split('\n').at(-1) ?? '',
    /** Kills it with SIGKILL, as a crash would end it. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    /** Sends SIGTERM, and SIGKILL after ten seconds. */
    async stop() {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** Resolves when `url` replies 2xx. Throws PreconditionError with the process's last stderr line if it exits first or exceeds `withinMs`. */
export async function answers(child, url, withinMs = 60_000) {
  const deadline = Date.now() + withinMs;
  let isOver = false;
  void child.ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok) return;
    if (isOver) throw new PreconditionError(child.lastOutput() || `The ${child.name} ended before it answered.`);
    if (Date.now() > deadline)
      throw new PreconditionError(`The ${child.name} did not answer ${url} within ${withinMs / 1000} s. ${child.lastOutput()}`);
    await wait(100);
  }
}
