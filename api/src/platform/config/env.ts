import { createPrivateKey } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { ShutdownTimes } from '@portal/contracts/_kernel/drain';
import { startProblems } from '@portal/contracts/_kernel/mode';
import type { SocialProvider } from '@portal/contracts/auth/auth.rules';
import { type Bucket, bucketOf } from '@portal/object-storage/bucket';
import { contactsOf, type SosContact, splitList } from '@portal/settings/lists';
import { readValues, settingProblems, withoutEmpty } from '@portal/settings/read';
import { parseFirebase, safeAddress } from '@portal/settings/rules';
import { shutdownTimes } from '@portal/settings/shutdown';
import { type TraceSettings, traceSettings } from '@portal/settings/traces';
import { object, type Schema, string, ValidationError } from 'yup';
import { devStaffToken } from '../identity/dev-staff-token';
import { loadOrCreateDevKey, readKeys, type SecretKey } from '../identity/keyring';
import type { PushSource } from '../messages/push-queue';
import { productionProblems } from '../production';
import type { SharedSettings } from './database-settings';
import { repoDir } from './paths';

export type Mode = 'production' | 'demo' | 'test';

/** The trusted issuer of sign-ins: a firebase project, for the named providers. */
export interface IdTokenIssuer {
  projectId: string;
  /** URL of the public keys. */
  keySetUrl: string;
  providers: SocialProvider[];
}

/** Contacts for an SOS. */
export interface SosContacts {
  first: SosContact[];
  /** Called if an SOS is not acknowledged within `afterMinutes`, and again after each further period of that length. */
  next: SosContact[];
  afterMinutes: number;
}

export interface Env extends SharedSettings {
  mode: Mode;
  host: string;
  port: number;
  /** Port of the staff listener; null: none. In production staff have no other listener. */
  staffPort: number | null;
  staffHost: string;
  /** Contains the embedded database, temporary files, the staff token, and without a bucket the stored files. */
  dataFolder: string;
  /** Store of files that several machines share; null: `dataFolder`. */
  bucket: Bucket | null;
  /** `user:password` of the calls before a session (AUTHZ-19). */
  basic: string;
  /** Staff credential of tests and demonstrations; null in production, where each person has a separate key. */
  staffToken: string | null;
  /** Secret by which the portal host authenticates; if unset, every loopback peer counts as the host. */
  hostSecret: string | undefined;
  /** Keys for encrypted columns; the first one encrypts. */
  secretKeys: SecretKey[];
  /** Whether this process runs jobs; if not, other processes over the same database do. */
  runsJobs: boolean;
  /** Fill an empty database with the demonstration data. */
  seed: boolean;
  /** Null: social sign-in is off. */
  identity: IdTokenIssuer | null;
  /** Null: push messages are off. */
  push: PushSource | null;
  /** Public URL of the portal without a final slash, for links in mails. Empty: the links are relative. */
  portalUrl: string;
  /** Mail address of the operator's support team. */
  supportEmail: string;
  /** Mail server; null: mails are stored in the development mailbox. */
  smtpUrl: string | null;
  /** Provider of text messages; null as above. */
  smsUrl: string | null;
  /** Secret of the provider's signature on text messages of guards; null: none is accepted. */
  smsInbound: string | null;
  /** Sender address of mails. */
  mailFrom: string;
  sos: SosContacts;
  /** The number that guards call on a shift, ten digits; null: none. */
  dispatchPhone: string | null;
  corsOrigins: string[];
  /** Graceful shutdown: the notice period before the process closes anything, and the total time. */
  shutdown: ShutdownTimes;
  logLevel: string;
  traces: TraceSettings;
}

/** A fictional number. */
const demoDispatchPhone = '4165550100';

/** Google's JSON file of a service account, as downloaded. */
const accountRules = object({
  project_id: string().required('PORTAL_PUSH names no project_id'),
  client_email: string().required('PORTAL_PUSH names no client_email'),
  private_key: string().required('PORTAL_PUSH has no private_key'),
  token_uri: string().matches(safeAddress, 'PORTAL_PUSH must have an https token_uri').default('https://oauth2.googleapis.com/token'),
});

/**
 * Reads and checks the process's settings.
 * @throws an Error with one line for each problem.
 */
export function readEnv(from: NodeJS.ProcessEnv = process.env): Env {
  const given = withoutEmpty(from);
  const problems = [...startProblems(given), ...productionProblems(given), ...settingProblems('API', given)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const values = readValues('API', given);
  const mode = values.PORTAL_MODE as Mode;
  const dataFolder = resolve(values.PORTAL_DATA ?? join(repoDir, '.data'));
  const keys = secretKeys(values.PORTAL_SECRET_KEYS, mode, dataFolder);
  const first = contactsOf(values.PORTAL_SOS_TO ?? values.PORTAL_SUPPORT_EMAIL);
  const next = contactsOf(values.PORTAL_SOS_NEXT);
  return {
    mode,
    host: values.HOST ?? '127.0.0.1',
    port: values.PORT ?? 8081,
    staffPort: values.STAFF_PORT ?? null,
    staffHost: values.STAFF_HOST,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    redisUrl: values.REDIS_URL,
    dataFolder,
    bucket: bucketOf(values),
    basic: values.PORTAL_BASIC,
    staffToken: devStaffToken(values.STAFF_TOKEN, mode, dataFolder),
    hostSecret: values.PORTAL_HOST_SECRET,
    secretKeys: keys,
    runsJobs: values.PORTAL_WORK === 'here',
    seed: (values.SEED ?? (mode === 'demo' ? 'demo' : 'none')) === 'demo',
    identity: identitySource(values.PORTAL_FIREBASE, values.PORTAL_IDENTITY_KEYS),
    push: pushSource(values.PORTAL_PUSH, values.PORTAL_PUSH_URL),
    portalUrl: values.PORTAL_URL?.replace(/\/$/, '') ?? '',
    supportEmail: values.PORTAL_SUPPORT_EMAIL,
    smtpUrl: values.SMTP_URL ?? null,
    smsUrl: values.SMS_URL ?? null,
    smsInbound: values.SMS_INBOUND_SECRET ?? null,
    mailFrom: values.PORTAL_MAIL_FROM ?? values.PORTAL_SUPPORT_EMAIL,
    sos: { first, next: next.length > 0 ? next : first, afterMinutes: values.PORTAL_SOS_MINUTES },
    dispatchPhone: values.PORTAL_DISPATCH_PHONE ?? (mode === 'demo' ? demoDispatchPhone : null),
    corsOrigins: splitList(values.CORS_ORIGINS),
    shutdown: shutdownTimes(values),
    logLevel: values.LOG_LEVEL,
    traces: traceSettings(values, dataFolder),
  };
}

const secretKeys = (given: string | undefined, mode: Mode, dataFolder: string): SecretKey[] =>
  given || mode === 'production' ? readKeys(given ?? '') : loadOrCreateDevKey(dataFolder);

/** Firebase configuration of the page: host and API read the same variable, so that they cannot differ. */
function identitySource(firebase: string | undefined, keySetUrl: string): IdTokenIssuer | null {
  if (!firebase) return null;
  const { projectId, providers } = parseFirebase(firebase);
  return providers.length > 0 ? { projectId, keySetUrl, providers } : null;
}

function pushSource(account: string | undefined, sendUrl: string): PushSource | null {
  if (!account) return null;
  const { project_id, client_email, private_key, token_uri } = parse(accountRules, asJson(account));
  try {
    createPrivateKey(private_key);
  } catch {
    throw new Error('PORTAL_PUSH has a private_key that cannot be read');
  }
  return { projectId: project_id, clientEmail: client_email, privateKey: private_key, tokenUrl: token_uri, sendUrl };
}

function asJson(account: string): unknown {
  try {
    return JSON.parse(account);
  } catch {
    throw new Error('PORTAL_PUSH is not JSON');
  }
}

const lineOf = ({ path, message }: ValidationError): string => (message.includes(String(path)) ? message : `${path}: ${message}`);

function parse<T>(schema: Schema<T>, given: unknown): T {
  try {
    return schema.validateSync(given, { stripUnknown: true });
  } catch (error) {
    if (error instanceof ValidationError) throw new Error(lineOf(error));
    throw error;
  }
}
