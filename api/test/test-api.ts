import { type Endpoint, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { socialLogin, startSocialLogin } from '@portal/contracts/auth/auth.endpoints';
import { clientCredential } from '@portal/contracts/auth/auth.rules';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import type { Tracing } from '@portal/tracing/tracing';
import type { FastifyInstance } from 'fastify';
import { buildApi } from '../src/build-api';
import type { Env } from '../src/platform/config/env';
import type { Services } from '../src/platform/context';
import { type Connection, waitForBackground } from '../src/platform/database/db';
import { filenameIn } from '../src/platform/files/sealed-files';
import { type RateLimit, WRITES_PER_GUARD } from '../src/platform/http/rate-limit';
import type { LogStream } from '../src/platform/http/request-log';
import type { Route } from '../src/platform/http/routes';
import type { CallLimit } from '../src/platform/live/socket-calls';
import type { JobLifecycle } from '../src/platform/queue/poll';
import { createTestDatabase, type TestDatabase } from './database';
import { filesIn, mediaFolder, setFilesFolder } from './files';
import { enterServices, leaveServices } from './services';
import { openSession } from './sessions';
import { createSocketCaller } from './socket';
import { STAFF_TOKEN, testEnv } from './test-env';

export const basicHeader = `Basic ${Buffer.from(clientCredential).toString('base64')}`;

interface Options {
  /** A guard's token. */
  token?: string;
  headers?: Record<string, string>;
}

export interface Reply<Out> extends Envelope<Out> {
  status: number;
  headers: Headers;
}

/** The clock of a test: it starts at an instant and does not run until it is moved. */
export class TestClock {
  constructor(private instant: string) {}
  now = (): Date => new Date(this.instant);
  set(instant: string): void {
    this.instant = instant;
  }
  advance(parts: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = parts;
    this.instant = new Date(this.now().getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000).toISOString();
  }
}

export interface TestGuard {
  id: string;
  email: string;
  password: string;
  token: string;
}

/** The API of one test file: a real server on a free port over its own database. */
export interface TestApi {
  url: string;
  /** The staff listener; empty without `staffPort` in the settings. */
  staffUrl: string;
  app: FastifyInstance;
  services: Services;
  clock: TestClock;
  database: Connection;
  /**
   * Calls an endpoint with the credential that its `auth` requires: basic and staff credentials are filled in, a guard's token
   * comes from `options`. A socket call goes over a real socket, one for each token. It resolves when the background work of the process is
   * done, too.
   */
  call<In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, options?: Options): Promise<Reply<Out>>;
  /** Sends a raw request. */
  request(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: Envelope }>;
  /** A new guard with a session; complete and approved unless `step` names an earlier step of the onboarding. */
  guard(wanted?: Parameters<typeof makeGuard.input.cast>[0]): Promise<TestGuard>;
  /** The filenames of all files in the media folder, encrypted or plain. */
  storedFiles(): string[];
  stop(): Promise<void>;
}

/** Settings that production requires in addition to a mode. */
export const productionEnv = { smtpUrl: 'smtp://127.0.0.1:9', smsUrl: 'http://127.0.0.1:9/messages' };

function credentials(endpoint: Endpoint, token: string | undefined): Record<string, string> {
  if (endpoint.auth === 'basic') return { authorization: basicHeader };
  if (endpoint.auth === 'staff') return { authorization: `Bearer ${STAFF_TOKEN}` };
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** The headers are not enumerable: they contain the second of the reply, so equal replies must not be compared by them. */
const toReply = <Out>(envelope: Envelope<Out>, status: number, headers: Headers): Reply<Out> =>
  Object.defineProperty({ ...envelope, status } as Reply<Out>, 'headers', { value: headers, enumerable: false });

/** Calls endpoints over HTTP only, like `TestApi.call`. */
export const callerOf =
  (url: string): TestApi['call'] =>
  async <Out>(endpoint: Endpoint<never, Out>, input: unknown, { token, headers }: Options = {}) => {
    const { url: path, body } = toWire(endpoint as Endpoint, input);
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method: endpoint.method,
      headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...credentials(endpoint as Endpoint, token), ...headers },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    return toReply((await response.json()) as Envelope<Out>, response.status, response.headers);
  };

interface ApiOptions {
  /** The initial time of the test's clock, an ISO instant. */
  clock?: string;
  /** Deviations from the test settings. */
  env?: Partial<Env>;
  /** The rate limit of socket calls of one guard; practically unlimited by default, because it counts real time. */
  callLimit?: CallLimit;
  /** The limit of writes of one guard; by default far more than a test makes, because the test clock does not run. */
  writeLimit?: RateLimit;
  /** Additional socket calls of this test. */
  socketRoutes?: Route[];
  /** Receives every line of the log. */
  log?: LogStream;
  /** The spans of this API; by default none are recorded. */
  tracing?: Tracing;
  /** The size of the connection pool; as in production by default. */
  pool?: number;
  /** A database that the test has created, and its replica. */
  replicated?: { database: TestDatabase; replica: Connection };
  /** Another API over the same database will run with this one. */
  severalProcesses?: boolean;
  /** Starts background jobs, which run until the API closes; none by default. */
  startWork?: (lifecycle: JobLifecycle, env: Env) => void | Promise<void>;
}

/** Starts the API of a test file, with sockets. */
export async function startApi(options: ApiOptions = {}): Promise<TestApi> {
  const database = options.replicated?.database ?? (await createTestDatabase());
  const folder = temporaryFolder('files');
  const clock = new TestClock(options.clock ?? '2027-03-10T15:00:00.000Z');
  // Waiting for a connection is no test failure on a slow machine.
  const size = options.pool ? { max: options.pool, connectionTimeoutMillis: 60_000 } : {};
  setFilesFolder(folder);
  const env = { ...testEnv, dataFolder: folder, ...options.env };
  const {
    callLimit = { burst: Number.MAX_SAFE_INTEGER, perSecond: 0 },
    writeLimit = { ...WRITES_PER_GUARD, max: Number.MAX_SAFE_INTEGER },
    severalProcesses = false,
    startWork,
    log,
    socketRoutes = [],
    tracing,
  } = options;
  const { services, app, staffApp, close } = await buildApi(env, {
    connections: {
      direct: { ...database.connection, ...size },
      pooled: database.pooled && { ...database.pooled, ...size },
      replica: options.replicated?.replica ?? null,
      checksLocks: true,
    },
    clock,
    log,
    ...(tracing && { tracing }),
    limits: { socketCalls: callLimit, writes: writeLimit },
    severalProcesses,
    startWork: (lifecycle) => startWork?.(lifecycle, env),
    socketRoutes,
  });
  enterServices(services);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const staffUrl = (await staffApp?.listen({ host: '127.0.0.1', port: 0 })) ?? '';
  const sockets = createSocketCaller(url);

  const request = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
  };
  const callHttp = callerOf(url);
  const challenge = async () => ({ cookie: (await callHttp(startSocialLogin, {})).headers.get('set-cookie')?.split(';')[0] ?? '' });
  const call: TestApi['call'] = async <Out>(endpoint: Endpoint<never, Out>, input: unknown, { token, headers: given }: Options = {}) => {
    // A browser starts a challenge before it opens the provider's dialog.
    const headers = endpoint.id === socialLogin.id && given?.cookie === undefined ? { ...given, ...(await challenge()) } : given;
    if (!isSocketCall(endpoint)) {
      const reply = await callHttp(endpoint, input as never, { ...(token && { token }), ...(headers && { headers }) });
      await waitForBackground();
      return reply;
    }
    const envelope = await sockets.call(endpoint as Endpoint, input, token ?? '', headers?.['idempotency-key']);
    return toReply(envelope as Envelope<Out>, envelope.code, new Headers());
  };
  const guard: TestApi['guard'] = async (wanted = {}) => {
    const { data } = await call(makeGuard, wanted as never);
    return { id: data.id, email: data.email, password: data.password, token: await openSession(data.id, 'web') };
  };
  const stop = async () => {
    await sockets.close();
    await close();
    leaveServices();
    await database.drop();
    dropFolder(folder);
  };
  const storedFiles = () => filesIn(mediaFolder()).map(filenameIn);
  return { url, staffUrl, services, app, clock, database: database.connection, call, request, guard, storedFiles, stop };
}

/** Starts the API before the first test of a file and stops it after the last: `const api = testApi()` at the top. */
export function testApi(options?: ApiOptions): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => Object.assign(api, await startApi(options)));
  afterAll(() => api.stop());
  return api;
}
