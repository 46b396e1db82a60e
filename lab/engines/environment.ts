import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { awardTo, postNights, type TestJob } from '../../e2e/support/jobs';
import { refusalPattern } from '../../e2e/support/noise';
import { Staff } from '../../e2e/support/staff';
import { button, title, Visit } from './visit';
import { until } from './wait-until';
import type { Engine } from './window';

/** This is the hash of empty content: the page was left while the script was loading. */
const cutOffInFirefox =
  /^Error: None of the .sha384. hashes .* The computed hash is .OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6\/529l\+9Ua0vFImLlb/;

export type TestGuard = Output<typeof makeGuard>;

/** Console errors of an engine on a page without defects; docs/reports/engines.md gives the reasons. */
const always = (engine: string, url: string): RegExp[] => {
  if (engine === 'firefox') return [cutOffInFirefox];
  if (engine !== 'webkit') return [];
  return [
    /^Unrecognized Content-Security-Policy directive 'manifest-src'/,
    // Caused by leaving the page. The portal's own server never forbids its pages anything.
    new RegExp(`^(XMLHttpRequest|Fetch API) cannot load ${url}/\\S* due to access control checks`),
    /^WebSocket connection to '\S+' failed: WebSocket is closed due to suspension/,
    /^Cache API operation failed: Context is stopped/,
  ];
};

/** Messages of WebKit about a file that was loading when its page was left. They are errors at any other time. */
const cutOffInWebkit = [
  /^Cannot load \S+\/modules\/\S+/,
  /^FetchEvent\.respondWith received an error: TypeError: Load failed/,
  /^Unhandled Promise Rejection: NetworkError: +A network error occurred/,
  /^Blocked by Content Security Policy\. /,
];

/** One step in one engine: its guards, jobs and windows. The run has its own portal, so nothing is cleaned up afterwards. */
export class Scene {
  readonly staff: Staff;
  /** Console errors that the step announces, in the engine's wording. */
  readonly expected: RegExp[];
  private readonly visits: Visit[] = [];

  constructor(
    readonly engine: Engine,
    readonly url: string,
    staffToken: string,
  ) {
    this.staff = new Staff(url, staffToken);
    // A session request may be in flight when the session ends.
    this.expected = [...always(engine.name, url), refusalPattern(401, session)];
  }

  guard = (wanted: Input<typeof makeGuard> = {}): Promise<TestGuard> => this.staff.call(makeGuard, wanted);

  /** A job of two nights, the first in two days; awarded to the guard if one is given. */
  async job(awarded?: TestGuard): Promise<TestJob> {
    const job = await postNights(this.staff, `Night watch ${this.engine.name} ${Date.now().toString(36)}`);
    if (awarded) await awardTo(this.url, this.staff, awarded, job);
    return job;
  }

  /** Opens a window with its own profile. */
  async visit(url = this.url): Promise<Visit> {
    const visit = new Visit(await this.engine.window(), url);
    this.visits.push(visit);
    return visit;
  }

  /** A window in which the guard has logged in through the screen. */
  async visitAs(guard: TestGuard, url = this.url): Promise<Visit> {
    const visit = await this.visit(url);
    await visit.open(authPaths.login());
    await visit.fill({ label: 'Email' }, guard.email);
    await visit.fill({ label: 'Password' }, guard.password);
    await visit.press(button('Log in'));
    await until('to leave the login', async () => (await visit.path()) !== authPaths.login());
    await visit.sees(title());
    return visit;
  }

  /** A guard with a job, logged in. */
  async atWork(): Promise<{ guard: TestGuard; job: TestJob; visit: Visit }> {
    const guard = await this.guard();
    return { guard, job: await this.job(guard), visit: await this.visitAs(guard) };
  }

  /** Console errors of its windows that no step announced. */
  noise(): string[] {
    const cutOff = this.engine.name === 'webkit' ? cutOffInWebkit : [];
    return this.visits
      .flatMap((visit) => visit.errors())
      .filter(({ text, isDuringNavigation }) => {
        const expected = isDuringNavigation ? [...this.expected, ...cutOff] : this.expected;
        return !expected.some((pattern) => pattern.test(text));
      })
      .map(({ text }) => text);
  }

  screenshots = (): Promise<Uint8Array[]> => Promise.all(this.visits.map(({ window }) => window.screenshot()));

  async end(): Promise<void> {
    for (const { window } of this.visits.splice(0)) await window.close();
  }
}

/** A guard's actions, run in every engine. It fails by throwing or by a console error. */
export interface Step {
  name: string;
  run(scene: Scene): Promise<void>;
}
