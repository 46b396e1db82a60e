import { Worker } from 'node:worker_threads';
import type { ModuleManifest } from '@portal/mf-kit/module';
import type { PageInput, Prerendered } from '@portal/mf-kit/pageInput';
import { isPrerendered, MOST_HTML } from '@portal/mf-kit/renderer';
import { readVerified, type Store } from '../store/store';
import { type RenderReply, SANDBOX, sandboxData } from './renderer-sandbox';

export interface RenderLimits {
  /** Deadlines in ms: for the start of the thread, and for each page. */
  startMs: number;
  pageMs: number;
  /** Maximum of its heap, in MB. */
  heapMb: number;
  /** After this many consecutive failures it is not used for `restMs`. */
  maxFailures: number;
  backoffMs: number;
  /** Maximum number of waiting pages. */
  waiting: number;
}

export const LIMITS: RenderLimits = { startMs: 10_000, pageMs: 2_000, heapMb: 128, maxFailures: 3, backoffMs: 30_000, waiting: 50 };

export interface Renderers {
  /** Renders one address by the module's own script. Rejects with a reason for the log; never throws the script's own error. */
  render(manifest: ModuleManifest, path: string, input: PageInput): Promise<Prerendered>;
  /** Ends the renderers of other versions. */
  keep(manifests: Iterable<ModuleManifest>): void;
  close(): Promise<void>;
}

const keyOf = ({ name, version }: ModuleManifest) => `${name} ${version}`;

/** Rejects if `work` takes longer than `ms`. */
function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A thread with one module's script; it renders one page at a time. */
class Thread {
  private readonly worker: Worker;
  private readonly ended: Promise<never>;
  private answers = new Map<number, (answered: RenderReply) => void>();
  private serial = 0;
  readonly started: Promise<RenderReply>;

  constructor(code: string, filename: string, heapMb: number) {
    this.worker = new Worker(SANDBOX, {
      eval: true,
      env: {},
      execArgv: [],
      argv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      workerData: sandboxData(code, filename),
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, codeRangeSizeMb: 16, stackSizeMb: 4 },
    });
    this.worker.unref();
    this.ended = new Promise((_, reject) => {
      this.worker.once('error', ({ message }) => reject(new Error(message)));
      this.worker.once('exit', () => reject(new Error('its thread ended')));
    });
    this.ended.catch(() => undefined);
    this.started = this.answer(0);
    this.started.catch(() => undefined);
    this.worker.on('message', (answered: RenderReply) => {
      this.answers.get(answered.id)?.(answered);
      this.answers.delete(answered.id);
    });
  }

  private answer(id: number): Promise<RenderReply> {
    const answered = new Promise<RenderReply>((resolve) => this.answers.set(id, resolve));
    return Promise.race([answered, this.ended]);
  }

  async ask(path: string, input: PageInput): Promise<string> {
    const id = ++this.serial;
    const answer = this.answer(id);
    this.worker.postMessage({ id, path, input: JSON.stringify(input) });
    const answered = await answer;
    if ('error' in answered) throw new PageError(answered.error);
    return answered.made;
  }

  end(): Promise<number> {
    return this.worker.terminate();
  }
}

/** The script reported that it cannot render; its thread still works. */
class PageError extends Error {}

function pageOf(text: string): Prerendered {
  // Escaped quotes and line ends take a second character.
  const made: unknown = text.length > 2 * MOST_HTML ? null : parsed(text);
  if (!isPrerendered(made)) throw new PageError('it returned no page');
  return made;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

class Renderer {
  private thread: Promise<Thread> | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private strikes = 0;
  private restsUntil = 0;
  private isOver = false;

  constructor(
    private readonly code: () => Promise<string>,
    private readonly name: string,
    private readonly limits: RenderLimits,
    private readonly now: () => number,
  ) {}

  async render(path: string, input: PageInput): Promise<Prerendered> {
    if (this.waiting >= this.limits.waiting) throw new Error('too many pages wait for it');
    this.waiting++;
    const mine = this.turn.then(() => this.take(path, input));
    this.turn = mine.catch(() => undefined);
    return mine.finally(() => {
      this.waiting--;
    });
  }

  async end(): Promise<void> {
    this.isOver = true;
    const { thread } = this;
    this.thread = null;
    await thread?.then(
      (one) => one.end(),
      () => undefined,
    );
  }

  private async take(path: string, input: PageInput): Promise<Prerendered> {
    if (this.isOver) throw new Error('its version no longer runs');
    if (this.now() < this.restsUntil) throw new Error(`it failed ${this.limits.maxFailures} times and is left alone for a while`);
    const made = await this.ask(path, input);
    this.strikes = 0;
    return made;
  }

  private async ask(path: string, input: PageInput): Promise<Prerendered> {
    const { startMs, pageMs } = this.limits;
    this.thread ??= this.open();
    try {
      const thread = await this.thread;
      await within(startMs, 'its start', thread.started);
      return pageOf(await within(pageMs, 'the page', thread.ask(path, input)));
    } catch (error) {
      if (!(error instanceof PageError)) this.terminate();
      throw error;
    }
  }

  /** The thread hangs, has ended or never started. The next page gets a new thread, until there are too many consecutive failures. */
  private terminate(): void {
    void this.thread?.then((one) => one.end()).catch(() => undefined);
    this.thread = null;
    if (++this.strikes < this.limits.maxFailures) return;
    this.strikes = 0;
    this.restsUntil = this.now() + this.limits.backoffMs;
  }

  private async open(): Promise<Thread> {
    return new Thread(await this.code(), this.name, this.limits.heapMb);
  }
}

/** One thread for each module version that the host renders, created at first use. */
export function openRenderers(store: Store, now: () => number = Date.now, limits: RenderLimits = LIMITS): Renderers {
  const renderers = new Map<string, Renderer>();
  let isClosed = false;

  async function codeOf(manifest: ModuleManifest): Promise<string> {
    const { renderer = '' } = manifest;
    const bytes = await readVerified(store, manifest, renderer);
    if (!bytes) throw new Error(`${renderer} is not there`);
    return new TextDecoder().decode(bytes);
  }

  return {
    async render(manifest, path, input) {
      if (isClosed) throw new Error('the host has ended');
      const key = keyOf(manifest);
      const renderer = renderers.get(key) ?? new Renderer(() => codeOf(manifest), key, limits, now);
      renderers.set(key, renderer);
      return renderer.render(path, input);
    },
    keep(manifests) {
      const wanted = new Set([...manifests].map(keyOf));
      for (const [key, renderer] of renderers) {
        if (wanted.has(key)) continue;
        renderers.delete(key);
        void renderer.end();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...renderers.values()].map((renderer) => renderer.end()));
      renderers.clear();
    },
  };
}
