import { createPrivateKey } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Leave } from '@portal/contracts/_kernel/drain';
import { startProblems } from '@portal/contracts/_kernel/mode';
import { site } from '@portal/contracts/_kernel/site';
import { clientCredential, type SocialProvider, socialProviders } from '@portal/contracts/auth/auth.rules';
import { array, number, object, type Schema, string, ValidationError } from 'yup';
import type { BucketConfig } from '../files/s3-store';
import { devStaffToken } from '../identity/dev-staff-token';
import { loadOrCreateDevKey, readKeys, type SecretKey } from '../identity/keyring';
import { contacts, contactsOf, listed, origins, type SosContact } from '../lists';
import type { PushSource } from '../messages/push-queue';
import { productionProblems } from '../production';
import { bucketSettings, readBucketConfig } from './bucket-settings';
import { databaseRules, type SharedSettings } from './database-settings';
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
  bucket: BucketConfig | null;
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
  /** Sender address of mails. */
  mailFrom: string;
  sos: SosContacts;
  corsOrigins: string[];
  /** Graceful shutdown: the notice period before the process closes anything, and the total time. */
  shutdown: Leave;
  logLevel: string;
}

/** Longer than two probes of /readyz by a balancer. */
const NOTICE_SECONDS = 3;

const GOOGLE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const firebaseRules = object({
  projectId: string().required('PORTAL_FIREBASE names no projectId'),
  providers: array(string().oneOf(socialProviders, 'PORTAL_FIREBASE names an unknown provider').required()).default([]),
});

const safeAddress = /^(https:\/\/|http:\/\/([^\s/@]*@)?(127\.0\.0\.1|localhost)(:\d+)?(\/|$))/;

/** Google's JSON file of a service account, as downloaded. */
const accountRules = object({
  project_id: string().required('PORTAL_PUSH names no project_id'),
  client_email: string().required('PORTAL_PUSH names no client_email'),
  private_key: string().required('PORTAL_PUSH has no private_key'),
  token_uri: string().matches(safeAddress, 'PORTAL_PUSH must have an https token_uri').default('https://oauth2.googleapis.com/token'),
});

const rules = object({
  PORTAL_MODE: string(),
  HOST: string().default('127.0.0.1'),
  PORT: number().typeError('PORT must be a number').integer().min(0).max(65_535).default(8081),
  STAFF_PORT: number().typeError('STAFF_PORT must be a number').integer().min(0).max(65_535),
  STAFF_HOST: string().default('127.0.0.1'),
  ...databaseRules,
  PORTAL_DATA: string(),
  ...bucketSettings,
  PORTAL_BASIC: string()
    .matches(/^[^:]+:.+$/, 'PORTAL_BASIC must look like user:password')
    .default(clientCredential),
  STAFF_TOKEN: string().min(16, 'STAFF_TOKEN must have at least 16 characters'),
  PORTAL_HOST_SECRET: string(),
  PORTAL_SECRET_KEYS: string(),
  PORTAL_FIREBASE: string(),
  PORTAL_IDENTITY_KEYS: string().matches(safeAddress, 'PORTAL_IDENTITY_KEYS must be an https address').default(GOOGLE_KEYS),
  PORTAL_PUSH: string(),
  PORTAL_PUSH_URL: string().matches(safeAddress, 'PORTAL_PUSH_URL must be an https address').default('https://fcm.googleapis.com'),
  PORTAL_URL: string().matches(/^https?:\/\/[^\s/]+\/?$/, 'PORTAL_URL must look like https://portal.example.com'),
  PORTAL_LOCAL_TRIAL: string().oneOf(['on', 'off'], 'PORTAL_LOCAL_TRIAL must be on or off'),
  PORTAL_SUPPORT_EMAIL: string().email('PORTAL_SUPPORT_EMAIL must be an e-mail address').default(site.supportEmail),
  SMTP_URL: string().matches(/^smtps?:\/\/[^\s]+$/, 'SMTP_URL must look like smtps://user:password@host:465'),
  SMS_URL: string().matches(safeAddress, 'SMS_URL must be an https address'),
  PORTAL_MAIL_FROM: string().matches(/^[^<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'PORTAL_MAIL_FROM must look like "Guards <guards@example.com>"'),
  PORTAL_SOS_TO: contacts('PORTAL_SOS_TO'),
  PORTAL_SOS_NEXT: contacts('PORTAL_SOS_NEXT'),
  PORTAL_SOS_MINUTES: number().typeError('PORTAL_SOS_MINUTES must be a number').integer().min(1).max(60).default(3),
  PORTAL_WORK: string().oneOf(['here', 'elsewhere']).default('here'),
  SEED: string().oneOf(['demo', 'none']),
  CORS_ORIGINS: origins('CORS_ORIGINS'),
  DRAIN_SECONDS: number().typeError('DRAIN_SECONDS must be a number').min(1).max(3_600).default(8),
  DRAIN_NOTICE_SECONDS: number().typeError('DRAIN_NOTICE_SECONDS must be a number').min(0).max(600),
  LOG_LEVEL: string().oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export const settingNames: readonly string[] = Object.keys(rules.fields);
export const settingDefaults: Readonly<Record<string, unknown>> = rules.getDefault();

/**
 * Reads and checks the process's settings.
 * @throws an Error with one line for each problem.
 */
export function readEnv(from: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
  const problems = [...startProblems(given), ...productionProblems(given), ...shapeProblems(rules, given)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const values = parse(rules, given);
  const mode = values.PORTAL_MODE as Mode;
  const dataFolder = resolve(values.PORTAL_DATA ?? join(repoDir, '.data'));
  const keys = secretKeys(values.PORTAL_SECRET_KEYS, mode, dataFolder);
  const first = contactsOf(values.PORTAL_SOS_TO ?? values.PORTAL_SUPPORT_EMAIL);
  const next = contactsOf(values.PORTAL_SOS_NEXT);
  return {
    mode,
    host: values.HOST,
    port: values.PORT,
    staffPort: values.STAFF_PORT ?? null,
    staffHost: values.STAFF_HOST,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    redisUrl: values.REDIS_URL,
    dataFolder,
    bucket: readBucketConfig(values),
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
    mailFrom: values.PORTAL_MAIL_FROM ?? values.PORTAL_SUPPORT_EMAIL,
    sos: { first, next: next.length > 0 ? next : first, afterMinutes: values.PORTAL_SOS_MINUTES },
    corsOrigins: listed(values.CORS_ORIGINS),
    shutdown: {
      noticeMs: (values.DRAIN_NOTICE_SECONDS ?? (mode === 'production' ? NOTICE_SECONDS : 0)) * 1_000,
      withinMs: values.DRAIN_SECONDS * 1_000,
    },
    logLevel: values.LOG_LEVEL,
  };
}

const secretKeys = (given: string | undefined, mode: Mode, dataFolder: string): SecretKey[] =>
  given || mode === 'production' ? readKeys(given ?? '') : loadOrCreateDevKey(dataFolder);

/** Firebase configuration of the page: host and API read the same variable, so that they cannot differ. */
function identitySource(firebase: string | undefined, keySetUrl: string): IdTokenIssuer | null {
  if (!firebase) return null;
  const { projectId, providers } = parse(firebaseRules, asJson(firebase, 'PORTAL_FIREBASE'));
  return providers.length > 0 ? { projectId, keySetUrl, providers } : null;
}

function pushSource(account: string | undefined, sendUrl: string): PushSource | null {
  if (!account) return null;
  const { project_id, client_email, private_key, token_uri } = parse(accountRules, asJson(account, 'PORTAL_PUSH'));
  try {
    createPrivateKey(private_key);
  } catch {
    throw new Error('PORTAL_PUSH has a private_key that cannot be read');
  }
  return { projectId: project_id, clientEmail: client_email, privateKey: private_key, tokenUrl: token_uri, sendUrl };
}

function asJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}

const lineOf = ({ path, message }: ValidationError): string => (message.includes(String(path)) ? message : `${path}: ${message}`);

/** One line per setting with an invalid value. */
function shapeProblems(schema: Schema<unknown>, given: unknown): string[] {
  try {
    schema.validateSync(given, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return (error.inner.length > 0 ? error.inner : [error]).map(lineOf);
  }
}

function parse<T>(schema: Schema<T>, given: unknown): T {
  try {
    return schema.validateSync(given, { stripUnknown: true });
  } catch (error) {
    if (error instanceof ValidationError) throw new Error(lineOf(error));
    throw error;
  }
}
