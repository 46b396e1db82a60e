import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { until } from './wait-until';
import type { EngineElement, EngineWindow } from './window';

type Words = string | RegExp;

/** An element as a guard finds it: by role and name, label or text; by selector if it has none of these. */
export interface Target {
  role?: string;
  name?: Words;
  level?: number;
  label?: Words;
  text?: Words;
  css?: string;
  /** Text inside the element. */
  holds?: Words;
  within?: Target;
}

const library = readFileSync(createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');
const inPage = `(() => { ${library}\n${readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8')} })()`;

/** JSON in which expressions are objects with source and flags. */
const spelled = (target: unknown): string =>
  JSON.stringify(target, (_key, value) => (value instanceof RegExp ? { source: value.source, flags: value.flags } : value));

/** A guard's actions in a window of any engine. Each act waits until it is possible, each check until it holds. */
export class Visit {
  constructor(
    readonly window: EngineWindow,
    private readonly url: string,
  ) {}

  /** Positions of console errors that were reported between the start and the end of a navigation. */
  private readonly duringNavigation = new Set<number>();

  private async navigate(go: () => Promise<void>): Promise<void> {
    const before = this.window.errors().length;
    await go();
    for (let at = before; at < this.window.errors().length; at++) this.duringNavigation.add(at);
  }

  open = (path: string): Promise<void> => this.navigate(() => this.window.open(new URL(path, this.url).href));

  reload = (): Promise<void> => this.navigate(() => this.window.reload());

  /** Console errors, each with whether it was reported during a navigation of this visit. */
  errors = (): { text: string; isDuringNavigation: boolean }[] =>
    this.window.errors().map((text, at) => ({ text, isDuringNavigation: this.duringNavigation.has(at) }));

  /** Prepares a call of the finder in the page, which it installs first in a new page. */
  private async asked(call: string): Promise<string> {
    if (!(await this.window.read('"__guard" in globalThis'))) await this.window.read(inPage);
    return `__guard.${call}`;
  }
  private look = async (call: string): Promise<unknown> => this.window.read(await this.asked(call));

  private reachable = (target: Target): Promise<EngineElement> =>
    until(`to reach ${spelled(target)}`, async () => this.window.element(await this.asked(`reachable(${spelled(target)})`)));

  /** The current path. */
  path = async (): Promise<string> => String(await this.window.read('location.pathname'));

  sees = (target: Target): Promise<unknown> => until(`to see ${spelled(target)}`, () => this.isSeen(target));
  /** True if it is visible now. */
  isSeen = async (target: Target): Promise<boolean> => Number(await this.look(`count(${spelled(target)})`)) > 0;
  /** Waits until it is not visible. */
  misses = (target: Target): Promise<unknown> => until(`not to see ${spelled(target)}`, async () => !(await this.isSeen(target)));
  holds = (target: Target, value: string): Promise<unknown> =>
    until(`${spelled(target)} to hold ${value}`, async () => (await this.look(`value(${spelled(target)})`)) === value);
  /** Waits until an expression in the page has this value. */
  comesTo = (expression: string, wanted: unknown): Promise<unknown> =>
    until(`${expression} to be ${wanted}`, async () => (await this.window.read(expression)) === wanted);

  async press(target: Target): Promise<void> {
    await (await this.reachable(target)).press();
  }
  async fill(target: Target, text: string): Promise<void> {
    await (await this.reachable(target)).fill(text);
    await this.holds(target, text);
  }
  async enter(target: Target): Promise<void> {
    await (await this.reachable(target)).enter();
  }
  async choose(target: Target, option: string): Promise<void> {
    await (await this.reachable(target)).choose(option);
  }
  /** Holds it pressed until `sees` is visible. */
  async hold(target: Target, sees: Target): Promise<void> {
    await (await this.reachable(target)).hold(async () => void (await this.sees(sees)));
  }
  /** Taps in the middle of the area above the open dialog. */
  async tapAboveDialog(): Promise<void> {
    const [x = 0, y = 0] = (await until('room above the dialog', () =>
      this.window.read(`(() => {
        const { top } = document.querySelector('dialog[open]').getBoundingClientRect();
        return top > 2 && [Math.round(innerWidth / 2), Math.round(top / 2)];
      })()`),
    )) as number[];
    await this.window.tap(x, y);
  }
  /** Sets the file on the input itself, because no engine's driver can use the system's file dialog. */
  async upload(css: string, file: string): Promise<void> {
    const input = await until(`to find ${css}`, async () => this.window.element(await this.asked(`hidden(${JSON.stringify(css)})`)));
    await input.upload(file);
  }
}

export const button = (name: Words): Target => ({ role: 'button', name });
export const link = (name: Words): Target => ({ role: 'link', name });
export const tab = (name: Words): Target => ({ role: 'tab', name });
export const title = (name?: Words): Target => ({ role: 'heading', level: 1, ...(name && { name }) });
export const dialog: Target = { role: 'dialog' };
