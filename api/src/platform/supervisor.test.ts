import { spawn } from 'node:child_process';
import { type Clock, type End, supervise } from './supervisor.mjs';

/** A clock that ends a pause only by `endPause`. */
function manualClock() {
  let now = 0;
  const pauses: { ms: number; resolve: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        pauses.push({ ms, resolve });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  };
  return {
    clock,
    advance: (ms: number) => {
      now += ms;
    },
    pauses,
    endPause: () => {
      const pause = pauses.at(-1);
      now += pause?.ms ?? 0;
      pause?.resolve();
    },
  };
}

interface Fake {
  ended: Promise<End>;
  die(end: End): void;
  stop(): Promise<void>;
  lastOutput(): string;
}

function fakeChild(words = ''): Fake {
  let die: (end: End) => void = () => {};
  const ended = new Promise<End>((resolve) => {
    die = resolve;
  });
  return { ended, die, lastOutput: () => words, stop: async () => die({ code: 0, signal: null }) };
}

const killed: End = { code: null, signal: 'SIGKILL' };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A supervised child with a manual clock; `plan` replaces what a launch does, by its number. */
function begin(plan: Record<number, () => Promise<void>> = {}) {
  const time = manualClock();
  const lines: string[] = [];
  const children: Fake[] = [];
  const supervised = supervise<Fake>({
    name: 'API',
    launch: () => {
      const child = fakeChild('out of memory');
      children.push(child);
      return child;
    },
    untilReady: async () => plan[children.length]?.(),
    say: (line) => lines.push(line),
    clock: time.clock,
  });
  const kill = async () => {
    children.at(-1)?.die(killed);
    await settle();
  };
  const endPause = async () => {
    time.endPause();
    await settle();
  };
  return { ...time, lines, children, supervised, kill, endPause };
}

describe('a supervised child', () => {
  it('starts again after its death, with one line for the death and one for the restart', async () => {
    const { supervised, lines, kill, endPause } = begin();
    await supervised.start();
    expect(supervised.state()).toBe('ready');
    await kill();
    expect(supervised.state()).toBe('waiting-to-restart');
    await endPause();
    expect(supervised.state()).toBe('ready');
    expect(lines).toEqual([
      'The API died (SIGKILL, out of memory) and starts again in 0.5 s.',
      'The API is ready again, 0.5 s after it died.',
    ]);
    await supervised.stop();
  });

  it('waits twice as long before each restart, at most 4 s, and 0.5 s again after it was ready for a minute', async () => {
    const { supervised, kill, endPause, pauses, advance } = begin();
    await supervised.start();
    for (let death = 0; death < 10; death++) {
      await kill();
      await endPause();
    }
    expect(pauses.map(({ ms }) => ms)).toEqual([500, 1_000, 2_000, ...Array(7).fill(4_000)]);
    advance(60_000);
    await kill();
    expect(pauses.at(-1)?.ms).toBe(500);
    await supervised.stop();
  });

  it('rejects when the first start fails, and tries nothing again', async () => {
    const { supervised, children, pauses } = begin({ 1: () => Promise.reject(new Error('PORT is not a number')) });
    await expect(supervised.start()).rejects.toThrow('PORT is not a number');
    await supervised.stop();
    expect([children.length, pauses.length, supervised.state()]).toEqual([1, 0, 'stopped']);
  });

  it('counts a restart that does not become ready as a death, and stops that child', async () => {
    const { supervised, children, kill, endPause, lines } = begin({ 2: () => Promise.reject(new Error('no answer within 60 s')) });
    await supervised.start();
    await kill();
    await endPause();
    expect(lines.at(-1)).toBe('The API died (no answer within 60 s) and starts again in 1 s.');
    expect(await children[1]?.ended).toEqual({ code: 0, signal: null });
    await endPause();
    expect([supervised.state(), children.length]).toEqual(['ready', 3]);
    await supervised.stop();
  });

  it('keeps the longer pause when a restart fails after more than a minute', async () => {
    const started = begin({
      2: () => {
        started.advance(61_000);
        return Promise.reject(new Error('no answer within 61 s'));
      },
    });
    const { supervised, kill, endPause, pauses } = started;
    await supervised.start();
    await kill();
    await endPause();
    expect(pauses.map(({ ms }) => ms)).toEqual([500, 1_000]);
    await supervised.stop();
  });

  it('stops immediately while it waits to restart, and never starts again', async () => {
    const { supervised, children, kill } = begin();
    await supervised.start();
    await kill();
    expect(await supervised.stop()).toEqual(killed);
    expect([supervised.state(), children.length]).toEqual(['stopped', 1]);
  });

  it('stops a child that is still starting again', async () => {
    let failReady: (error: Error) => void = () => {};
    const never = new Promise<void>((_resolve, reject) => {
      failReady = reject;
    });
    const { supervised, children, kill, endPause, lines } = begin({ 2: () => never });
    await supervised.start();
    await kill();
    await endPause();
    expect(supervised.state()).toBe('starting');
    void children[1]?.ended.then(() => failReady(new Error('ended before it answered')));
    await supervised.stop();
    expect([supervised.state(), children.length, lines.length]).toEqual(['stopped', 2, 1]);
  });

  it('restarts two children that die in the same moment', async () => {
    const [one, two] = [begin(), begin()];
    await Promise.all([one.supervised.start(), two.supervised.start()]);
    await Promise.all([one.kill(), two.kill()]);
    await Promise.all([one.endPause(), two.endPause()]);
    expect([one.supervised.state(), two.supervised.state()]).toEqual(['ready', 'ready']);
    await Promise.all([one.supervised.stop(), two.supervised.stop()]);
  });

  it('restarts a real process after kill -9', async () => {
    const pids: number[] = [];
    const supervised = supervise({
      name: 'script',
      launch: () => {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000); process.stdout.write("ready")'], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        pids.push(child.pid ?? 0);
        const ended = new Promise<End>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
        const ready = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
        const stop = async () => {
          child.kill('SIGTERM');
          await ended;
        };
        return { ended, ready, stop, lastOutput: () => '' };
      },
      untilReady: (child) => child.ready,
      say: (line) => heard(line),
    });
    let heard: (line: string) => void = () => {};
    const isBack = new Promise<void>((resolve) => {
      heard = (line) => {
        if (line.startsWith('The script is ready again')) resolve();
      };
    });
    await supervised.start();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await isBack;
    expect([pids.length, supervised.state()]).toEqual([2, 'ready']);
    await supervised.stop();
  });
});
