import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Leave } from '@portal/contracts/_kernel/drain';
import { startProblems } from '@portal/contracts/_kernel/mode';
import { site } from '@portal/contracts/_kernel/site';
import { opsCodeKey } from '../opsCode';
import { dataFolder } from '../places';

/** Firebase's web configuration, and the part that this portal uses. */
export interface FirebaseSettings {
  projectId: string;
  /** A host name, because it becomes part of the page's policy. */
  authDomain: string;
  providers: string[];
  vapidKey?: string;
  [key: string]: unknown;
}

/** Settings that the shell reads from `script#config`. */
export interface PageSettings {
  customerSite: string;
  supportEmail: string;
  mapsKey: string | null;
  /** Base 64 of the fixed client credential (AUTHZ-11). */
  basic: string;
  /** Empty if the guard API is under the page's own origin, through this host. */
  apiUrl: string;
  firebase: FirebaseSettings | null;
  /** Factor from 0 to 1 for the time limits of modules; drills use a smaller one. */
  patience: number;
}

export interface Settings {
  port: number;
  apiUrl: string;
  data: string;
  production: boolean;
  /** The portal's public address without a final slash, for canonical links, the site map and shared pictures. */
  publicUrl: string;
  /** Number of proxies before this host whose X-Forwarded-For is trusted. */
  trustedProxies: number;
  /** In a demonstration without a named proxy, forwarded requests are rejected. */
  refusesForwarded: boolean;
  /** Proves to the API that a request came through this host, so that it trusts X-Forwarded-For. */
  hostSecret: string | null;
  /** Whether this host rolls back bad releases, if it has the ops key. */
  selfHeal: boolean;
  /** The token for `/_ops`, the page that shows and changes the active set. If it is null in production, there is no such page. */
  opsToken: string | null;
  /** The key of the codes that the operations page requires as a second factor; null if it requires none. */
  opsCodeKey: Buffer | null;
  /** The separate port of the operations page; null if there is none. */
  opsPort: number | null;
  opsHost: string;
  /** Number of trusted proxies before the operations page; 0 means that it rejects forwarded requests. */
  opsTrustedProxies: number;
  /** Whether the operations page is under the portal's own address: for one person on one machine, never in production. */
  opsIsPublic: boolean;
  leave: Leave;
  /** How long the API may be silent, in ms, before the client gets 504. Shorter than the page's own timeout. */
  answerMs: { call: number; upload: number };
  /**
   * A live socket without a byte for this time, in ms, is closed. Longer than socket.io's heartbeat: its ping every 25 s and 20 s for the
   * reply.
   */
  socketIdleMs: number;
  /** Time in ms for the shell's first screen; then the watchdog loads the last good shell. */
  startMs: number;
  /** Origins that `?module=` may name. */
  overrides: string[];
  page: PageSettings;
}

/** The client credential of the demonstration; a real API has another. */
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

/** Addresses of this machine, where a squad serves its own module. */
const LOCAL_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** In production only named origins are allowed. */
function overridesOf(given: string | undefined, production: boolean): string[] {
  if (!given) return production ? [] : LOCAL_ORIGINS;
  if (given === 'none') return [];
  const origins = given.split(/[\s,]+/).filter(Boolean);
  // It becomes part of a policy, so it must be a plain origin.
  const isOrigin = (text: string) => /^https?:\/\/[\w.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  for (const origin of origins)
    if (!LOCAL_ORIGINS.includes(origin) && !isOrigin(origin))
      throw new Error(`PORTAL_OVERRIDES names ${origin}, which is not an origin such as https://builds.example.com; none means no origin`);
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

/** Reads the environment. Throws one line for the first invalid setting. */
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

/** Reads a secret of the data folder, or creates it at first use, readable by this user only. `dev-secret` belongs to `portal-dev`. */
export function localSecret(data: string, name: 'dev-secret' | 'ops-token'): string {
  const file = join(data, 'keys', name);
  if (!existsSync(file)) {
    mkdirSync(join(data, 'keys'), { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8');
}
