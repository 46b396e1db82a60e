import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Leave } from '@portal/contracts/_kernel/drain';
import { startProblems } from '@portal/contracts/_kernel/mode';
import { site } from '@portal/contracts/_kernel/site';
import { opsCodeKey } from '../opsCode';
import { dataFolder } from '../places';

/** Firebase's web configuration, and what of it this portal uses. */
export interface FirebaseSettings {
  projectId: string;
  /** A host name: it stands in the page's policy. */
  authDomain: string;
  providers: string[];
  /** The public key of push messages. */
  vapidKey?: string;
  [key: string]: unknown;
}

/** What the page is told of its surroundings: the shell reads it from `script#config`. */
export interface PageSettings {
  customerSite: string;
  supportEmail: string;
  mapsKey: string | null;
  /** Base 64 of the fixed client credential (AUTHZ-11). */
  basic: string;
  /** Empty: the guard API answers under the page's own origin, through this host. */
  apiUrl: string;
  firebase: FirebaseSettings | null;
  /** Of 1: how much of its deadlines a module gets. A drill that has no time to wait gives it less. */
  patience: number;
}

export interface Settings {
  port: number;
  /** Where the guard API really is. */
  apiUrl: string;
  data: string;
  production: boolean;
  /** The portal's public address, without a slash at its end: what canonical links, the site map and shared pictures begin with. */
  publicUrl: string;
  /** Proxies before this host whose X-Forwarded-For it believes. */
  trustedProxies: number;
  /** A demonstration without a named proxy: a request that a proxy forwarded is refused. */
  refusesForwarded: boolean;
  /** Tells the API that a request came through this host, so that it may believe X-Forwarded-For. */
  hostSecret: string | null;
  /** Whether this host takes bad releases back by itself, where it has the ops key. */
  selfHeal: boolean;
  /** Who has it may see and change what runs, at `/_ops`. Null: in production there is no such page. */
  opsToken: string | null;
  /** The key of the codes that the operations page requires as a second factor; null: it requires none. */
  opsCodeKey: Buffer | null;
  /** Where the operations page listens, apart from the portal. Null: nowhere else. */
  opsPort: number | null;
  opsHost: string;
  /** Number of trusted proxies before the operations page; 0: it refuses forwarded requests. */
  opsTrustedProxies: number;
  /** Whether it is at the portal's own address: for one person at one machine, never in production. */
  opsIsPublic: boolean;
  /** How long this host takes to leave. */
  leave: Leave;
  /** How long the API may be silent, in ms, before the client hears 504: less than the page waits itself. */
  answerMs: { call: number; upload: number };
  /** A live socket without a byte for so long, in ms, is closed. Longer than socket.io's heartbeat: its ping every 25 s and 20 s for the reply. */
  socketIdleMs: number;
  /** How long the shell may take to its first screen before the last good one takes its place. */
  startMs: number;
  /** Origins that a browser may take a module from when it asks for that (`?module=`). */
  overrides: string[];
  page: PageSettings;
}

/** The demo's client credential; a real API has its own. */
const DEMO_CREDENTIAL = 'guard-portal:guard-portal';

function wholeNumber(name: string, value: string | undefined, otherwise: number): number {
  const number = Number(value ?? otherwise);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error(`${name}=${value} is not a whole number`);
  return number;
}

function seconds(name: string, value: string | undefined, otherwise: number, most: number): number {
  const number = Number(value || otherwise);
  if (!(number >= 0 && number <= most)) throw new Error(`${name}=${value} is not a number of seconds from 0 to ${most}`);
  return number;
}

function isOn(name: string, value = 'on'): boolean {
  if (value !== 'on' && value !== 'off') throw new Error(`${name}=${value} is neither on nor off`);
  return value === 'on';
}

function publicUrl(given: string | undefined, port: number): string {
  if (!given) return `http://localhost:${port}`;
  if (!/^https?:\/\/[^\s/?#]+\/?$/.test(given) || !URL.canParse(given))
    throw new Error(`PORTAL_URL=${given} must look like https://portal.example.com`);
  return new URL(given).origin;
}

function json(name: string, text: string | undefined): Record<string, unknown> | null {
  if (!text) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}

function patienceOf(given: string | undefined): number {
  const patience = Number(given ?? 1);
  if (!(patience >= 0.1 && patience <= 10)) throw new Error(`PORTAL_PATIENCE=${given} is not a number from 0.1 to 10`);
  return patience;
}

const PROVIDERS = ['facebook', 'google'];

function firebaseSettings(text: string | undefined): FirebaseSettings | null {
  const given = json('PORTAL_FIREBASE', text);
  if (!given) return null;
  const { projectId, authDomain, providers = [] } = given;
  if (typeof projectId !== 'string' || projectId === '') throw new Error('PORTAL_FIREBASE names no projectId');
  if (typeof authDomain !== 'string' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(authDomain))
    throw new Error('PORTAL_FIREBASE names no authDomain, such as project.firebaseapp.com');
  if (!Array.isArray(providers) || !providers.every((name) => PROVIDERS.includes(name)))
    throw new Error('PORTAL_FIREBASE names an unknown provider: google and facebook are known');
  return { ...given, projectId, authDomain, providers };
}

const SHORTEST_TOKEN = 20;
function opsToken(given: string | undefined): string | null {
  if (!given) return null;
  if (given.length < SHORTEST_TOKEN)
    throw new Error(`PORTAL_OPS_TOKEN is shorter than ${SHORTEST_TOKEN} characters: openssl rand -base64 24`);
  return given;
}

/** This machine's own: what a squad serves to its own browser. */
const LOCAL_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** In production none but those that are named. */
function overridesOf(given: string | undefined, production: boolean): string[] {
  if (!given) return production ? [] : LOCAL_ORIGINS;
  if (given === 'none') return [];
  const origins = given.split(/[\s,]+/).filter(Boolean);
  // It stands in a policy: nothing but a name.
  const isOrigin = (text: string) => /^https?:\/\/[\w.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  for (const origin of origins)
    if (!LOCAL_ORIGINS.includes(origin) && !isOrigin(origin))
      throw new Error(`PORTAL_OVERRIDES names ${origin}, which is no origin such as https://builds.example.com; none allows nobody`);
  return origins;
}

type OpsSettings = Pick<Settings, 'opsToken' | 'opsCodeKey' | 'opsPort' | 'opsHost' | 'opsTrustedProxies' | 'opsIsPublic'>;

function opsSettings(env: NodeJS.ProcessEnv, port: number): OpsSettings {
  const token = opsToken(env.PORTAL_OPS_TOKEN);
  const opsPort = env.OPS_PORT ? wholeNumber('OPS_PORT', env.OPS_PORT, 0) : null;
  const isProduction = env.PORTAL_MODE === 'production';
  if (opsPort === port) throw new Error(`OPS_PORT=${opsPort} is the port of the portal: the operations page is apart from it`);
  if (isProduction && token && opsPort === null)
    throw new Error('PORTAL_OPS_TOKEN is set, and OPS_PORT is not: the operations page is never where the modules run');
  if (isProduction && !token && opsPort !== null) throw new Error('OPS_PORT is set, and PORTAL_OPS_TOKEN is not: openssl rand -base64 24');
  const codeKey = opsCodeKey(env.PORTAL_OPS_CODE_KEY);
  if (isProduction && !codeKey && opsPort !== null)
    throw new Error(
      'OPS_PORT is set, and PORTAL_OPS_CODE_KEY is not: openssl rand -base64 32, then portal ops-code --name "…" for each person',
    );
  return {
    opsToken: token,
    opsCodeKey: codeKey,
    opsPort,
    opsHost: env.OPS_HOST || '127.0.0.1',
    opsTrustedProxies: wholeNumber('OPS_TRUSTED_PROXIES', env.OPS_TRUSTED_PROXIES, 0),
    opsIsPublic: !isProduction && opsPort === null,
  };
}

/** Reads the environment of a host that was started directly. Throws an error with one line for each problem. */
export function readStartSettings(env: NodeJS.ProcessEnv): Settings {
  const problems = startProblems(env);
  if (env.PORTAL_MODE === 'production' && !env.PORTAL_URL && env.PORTAL_LOCAL_TRIAL !== 'on')
    problems.push('PORTAL_URL is missing: the site map and the addresses of public pages begin with it. Name the public address.');
  try {
    const settings = readSettings(env);
    if (problems.length === 0) return settings;
  } catch (error) {
    problems.push((error as Error).message);
  }
  throw new Error(problems.join('\n'));
}

/** Reads the environment. Throws one clear line for the first setting that makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = wholeNumber('PORT', env.PORT, 8080);
  const production = env.PORTAL_MODE === 'production';
  const trustedProxies = wholeNumber('PORTAL_TRUSTED_PROXIES', env.PORTAL_TRUSTED_PROXIES, 0);
  return {
    port,
    apiUrl: env.API_URL ?? 'http://127.0.0.1:8081',
    data: dataFolder(),
    production,
    publicUrl: publicUrl(env.PORTAL_URL, port),
    trustedProxies,
    refusesForwarded: env.PORTAL_MODE === 'demo' && trustedProxies === 0,
    hostSecret: env.PORTAL_HOST_SECRET || null,
    selfHeal: isOn('PORTAL_SELF_HEAL', env.PORTAL_SELF_HEAL),
    ...opsSettings(env, port),
    leave: {
      noticeMs: seconds('DRAIN_NOTICE_SECONDS', env.DRAIN_NOTICE_SECONDS, production ? 3 : 0, 600) * 1_000,
      withinMs: seconds('DRAIN_SECONDS', env.DRAIN_SECONDS, 8, 3_600) * 1_000,
    },
    answerMs: { call: 15_000, upload: 60_000 },
    socketIdleMs: 60_000,
    overrides: overridesOf(env.PORTAL_OVERRIDES, production),
    startMs: wholeNumber('PORTAL_START_MS', env.PORTAL_START_MS, 15_000),
    page: {
      customerSite: env.PORTAL_CUSTOMER_SITE ?? site.customerSite,
      supportEmail: env.PORTAL_SUPPORT_EMAIL ?? site.supportEmail,
      mapsKey: env.PORTAL_MAPS_KEY || null,
      basic: Buffer.from(env.PORTAL_BASIC ?? DEMO_CREDENTIAL).toString('base64'),
      apiUrl: '',
      firebase: firebaseSettings(env.PORTAL_FIREBASE),
      patience: patienceOf(env.PORTAL_PATIENCE),
    },
  };
}

/** A secret of the data folder, made at its first use, for this machine's user only: `dev-secret` is `portal-dev`'s. */
export function localSecret(data: string, name: 'dev-secret' | 'ops-token'): string {
  const file = join(data, 'keys', name);
  if (!existsSync(file)) {
    mkdirSync(join(data, 'keys'), { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8');
}
