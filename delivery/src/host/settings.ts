import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ShutdownTimes } from '@portal/contracts/_kernel/drain';
import { startProblems } from '@portal/contracts/_kernel/mode';
import { type Environment, readValues, settingProblems, type Values, withoutEmpty } from '@portal/settings/read';
import { type FirebaseSettings as Firebase, LOCAL_ORIGINS, parseFirebase, parseOverrides } from '@portal/settings/rules';
import { shutdownTimes } from '@portal/settings/shutdown';
import { type TraceSettings, traceSettings } from '@portal/settings/traces';
import { opsCodeKey } from '../ops-code';
import { storeFolder } from '../paths';

/** With a host name, because it becomes part of the page's policy. */
export type FirebaseSettings = Firebase & { authDomain: string };

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
  /** The panel "Why this version?" is allowed in the browser of this page. */
  inspect?: true;
  /** Factor for the deadlines of modules, 0.1 to 10 (`@portal/mf-kit/deadlines`). */
  patience: number;
}

export interface Settings {
  host: string;
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
  leave: ShutdownTimes;
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
  traces: TraceSettings;
  page: PageSettings;
}

const publicUrl = (given: string | undefined, port: number): string => (given ? new URL(given).origin : `http://localhost:${port}`);

function firebaseSettings(text: string | undefined): FirebaseSettings | null {
  if (text === undefined) return null;
  const { authDomain, ...given } = parseFirebase(text);
  if (authDomain === undefined) throw new Error('PORTAL_FIREBASE names no authDomain, such as project.firebaseapp.com');
  return { ...given, authDomain };
}

/** In production only named origins are allowed. */
const overridesOf = (given: string | undefined, production: boolean): string[] =>
  given === undefined ? (production ? [] : LOCAL_ORIGINS) : parseOverrides(given);

type OpsSettings = Pick<Settings, 'opsToken' | 'opsCodeKey' | 'opsPort' | 'opsHost' | 'opsTrustedProxies' | 'opsIsPublic'>;

function opsSettings(env: Values<'host'>, port: number): OpsSettings {
  const token = env.PORTAL_OPS_TOKEN ?? null;
  const opsPort = env.OPS_PORT ?? null;
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
    opsHost: env.OPS_HOST,
    opsTrustedProxies: env.OPS_TRUSTED_PROXIES,
    opsIsPublic: !isProduction && opsPort === null,
  };
}

/** Reads the environment of a host that was started directly. Throws an error with one line for each problem. */
export function readStartSettings(given: Environment): Settings {
  const env = withoutEmpty(given);
  const problems = [...startProblems(env), ...settingProblems('host', env)];
  if (env.PORTAL_MODE === 'production' && !env.PORTAL_URL && env.PORTAL_LOCAL_TRIAL !== 'on')
    problems.push('PORTAL_URL is missing: the site map and the addresses of public pages begin with it. Name the public address.');
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return readSettings(env);
}

/** Reads the environment. Throws an error with one line for each problem. */
export function readSettings(given: Environment): Settings {
  const env = readValues('host', given);
  const port = env.PORT ?? 8080;
  const production = env.PORTAL_MODE === 'production';
  const trustedProxies = env.PORTAL_TRUSTED_PROXIES;
  return {
    host: env.HOST ?? 'localhost',
    port,
    apiUrl: env.API_URL ?? 'http://127.0.0.1:8081',
    data: storeFolder(),
    production,
    publicUrl: publicUrl(env.PORTAL_URL, port),
    trustedProxies,
    refusesForwarded: env.PORTAL_MODE === 'demo' && trustedProxies === 0,
    hostSecret: env.PORTAL_HOST_SECRET ?? null,
    selfHeal: env.PORTAL_SELF_HEAL === 'on',
    ...opsSettings(env, port),
    leave: shutdownTimes(env),
    answerMs: { call: 15_000, upload: 60_000 },
    socketIdleMs: 60_000,
    overrides: overridesOf(env.PORTAL_OVERRIDES, production),
    startMs: env.PORTAL_START_MS,
    traces: traceSettings(env, dirname(storeFolder())),
    page: {
      customerSite: env.PORTAL_CUSTOMER_SITE,
      supportEmail: env.PORTAL_SUPPORT_EMAIL,
      mapsKey: env.PORTAL_MAPS_KEY ?? null,
      basic: Buffer.from(env.PORTAL_BASIC).toString('base64'),
      apiUrl: '',
      firebase: firebaseSettings(env.PORTAL_FIREBASE),
      patience: env.PORTAL_PATIENCE,
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
