import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { makeGuard } from '@portal/contracts/guards/guards.endpoints';
import { awardTo, postNights, type TestJob } from '../../e2e/support/jobs';
import { refused } from '../../e2e/support/noise';
import { Staff } from '../../e2e/support/staff';
import { until } from './until';
import { button, title, Visit } from './visit';
import type { Engine } from './window';

/** The hash is that of nothing: the page was left while the script was on its way. */
const cutOffInFirefox =
  /^Error: None of the .sha384. hashes .* The computed hash is .OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6\/529l\+9Ua0vFImLlb/;

export type TestGuard = Output<typeof makeGuard>;

/** What an engine says of a page that does nothing wrong; docs/reports/engines.md says why. */
const always = (engine: string, url: string): RegExp[] => {
  if (engine === 'firefox') return [cutOffInFirefox];
  if (engine !== 'webkit') return [];
  return [
    /^Unrecognized Content-Security-Policy directive 'manifest-src'/,
    // A page that was left: its own server never forbids it anything.
    new RegExp(`^(XMLHttpRequest|Fetch API) cannot load ${url}/\\S* due to access control checks`),
    /^WebSocket connection to '\S+' failed: WebSocket is closed due to suspension/,
  ];
};

/** One step in one engine: its guards, jobs and windows. The portal is the run's own, so nothing is taken away afterwards. */
export class Scene {
  readonly staff: Staff;
  /** Errors of the console that the step says it will cause, as the engines word them. */
  readonly expected: RegExp[];
  private readonly visits: Visit[] = [];

  constructor(
    readonly engine: Engine,
    readonly url: string,
    staffToken: string,
  ) {
    this.staff = new Staff(url, staffToken);
    // A look at the session may be under way when it ends.
    this.expected = [...always(engine.name, url), refused(401, session)];
  }

  guard = (wanted: Input<typeof makeGuard> = {}): Promise<TestGuard> => this.staff.call(makeGuard, wanted);

  /** A job of two nights, the first one in two days; the guard has it already when one is named. */
  async job(awarded?: TestGuard): Promise<TestJob> {
    const job = await postNights(this.staff, `Night watch ${this.engine.name} ${Date.now().toString(36)}`);
    if (awarded) await awardTo(this.url, this.staff, awarded, job);
    return job;
  }

  /** A window of a profile of its own. */
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

  /** What the consoles of its windows said and nobody expected. */
  noise = (): string[] =>
    this.visits.flatMap(({ window }) => window.errors()).filter((line) => !this.expected.some((pattern) => pattern.test(line)));

  screenshots = (): Promise<Uint8Array[]> => Promise.all(this.visits.map(({ window }) => window.screenshot()));

  async end(): Promise<void> {
    for (const { window } of this.visits.splice(0)) await window.close();
  }
}

/** What a guard does, in every engine; it fails by throwing, or by an error in a console. */
export interface Step {
  name: string;
  run(scene: Scene): Promise<void>;
}
