import { site } from '@portal/contracts/_kernel/site';
import { type ISchema, string } from 'yup';
import { contacts, origins } from './lists';
import {
  databaseUrl,
  decimal,
  firebase,
  GOOGLE_KEYS,
  like,
  must,
  oneOf,
  onOrOff,
  overrides,
  publicUrl,
  safeUrl,
  seconds,
  wholeNumber,
  withDatabase,
} from './rules';

/** The programs that read settings. */
export type Reader = 'API' | 'host' | 'portal' | 'staff' | 'nginx';

/** `does`: the purpose; `unset`: the meaning if it is not set, both in Markdown. */
const setting = <const Readers extends readonly Reader[], Rule extends ISchema<unknown>>(
  readBy: Readers,
  rule: Rule,
  does: string,
  unset: string,
) => ({ readBy, rule, does, unset });
const OFF = 'off';
const NEEDED = 'production refuses to start';

const addresses = {
  PORTAL_MODE: setting(
    ['API', 'host'],
    string(),
    '`production` or `demo`. `npm start` sets `demo` and listens on the loopback only',
    'API and portal host refuse to start',
  ),
  PORTAL_URL: setting(
    ['API', 'host', 'portal', 'staff'],
    publicUrl(),
    'Public address: start of links in mails, canonical links and the site map; passkeys belong to its host name. Also the portal that the staff command and `portal stage` use',
    `${NEEDED}; else \`http://localhost:8080\``,
  ),
  PORTAL_LOCAL_TRIAL: setting(['API', 'host'], onOrOff(), '`on` accepts an address of this machine as `PORTAL_URL` in production', OFF),
  PORT: setting(
    ['API', 'host'],
    wholeNumber(),
    'Port of the process; of the portal host under `npm start`',
    'portal host `8080`, API `8081`',
  ),
  HOST: setting(['API', 'host'], string(), 'Address on which the process listens', '`127.0.0.1`; portal host `localhost`'),
  API_URL: setting(
    ['host', 'portal'],
    string(),
    'Address of the guard API, for portal host and `portal`. With it, `npm start` starts no API',
    '`http://127.0.0.1:8081`; `portal` uses the API of the portal host that runs on its store',
  ),
  CORS_ORIGINS: setting(['API'], origins(), 'Other origins, separated by commas: their pages may call the API and open a socket', 'none'),
  PORTAL_BASIC: setting(
    ['API', 'host'],
    like(/^[^:]+:.+$/, 'user:password').default('guard-portal:guard-portal'),
    '`user:password` of calls before a login, the same for API and portal host',
    'the credential of the demonstration, `guard-portal:guard-portal`',
  ),
  PORTAL_HOST_SECRET: setting(
    ['API', 'host', 'nginx'],
    string(),
    'Proves to the API that a request passed the portal host or nginx: 16 characters or more, the same for all',
    `${NEEDED}; \`npm start\` makes one`,
  ),
  PORTAL_TRUSTED_PROXIES: setting(
    ['host'],
    wholeNumber().default(0),
    'Number of proxies before the portal host. A demonstration without it refuses forwarded requests',
    '`0`',
  ),
  PORTAL_TLS_PROXIES: setting(
    ['nginx'],
    string(),
    'Addresses and networks of the proxies that end TLS before nginx',
    'nginx trusts no forwarded address',
  ),
  PORTAL_RESOLVER: setting(['nginx'], string(), 'DNS server of nginx', "`127.0.0.11`, Docker's"),
};

const processes = {
  PORTAL_DATA: setting(
    ['API', 'host', 'portal', 'staff'],
    string(),
    'Folder of the embedded database, files, logs, and `delivery/` with store and keys',
    '`.data`',
  ),
  DATABASE_URL: setting(['API', 'staff'], databaseUrl(), 'PostgreSQL, or the pooler before it', `${NEEDED}; else an embedded PostgreSQL`),
  DATABASE_DIRECT_URL: setting(
    ['API', 'staff'],
    withDatabase(databaseUrl(), 'the address of the pooler'),
    'The database itself, if `DATABASE_URL` is a pooler in transaction mode',
    'no pooler',
  ),
  DATABASE_READ_URL: setting(
    ['API'],
    withDatabase(databaseUrl(), 'the address of the database that is copied'),
    'A streaming replica for read-only calls',
    'none',
  ),
  REDIS_URL: setting(
    ['API'],
    withDatabase(like(/^rediss?:\/\//, 'redis://user:password@host:6379'), 'which the processes of one Redis share'),
    'Redis for events between processes',
    'the database',
  ),
  PORTAL_WORK: setting(
    ['API'],
    oneOf('here', 'elsewhere').default('here'),
    '`elsewhere`: this process takes no queued work, and others over the same database do',
    '`here`',
  ),
  SEED: setting(
    ['API'],
    oneOf('demo', 'none'),
    '`demo` fills an empty database with demonstration data; `none` does not',
    '`demo` in a demonstration',
  ),
  DRAIN_SECONDS: setting(['API', 'host'], seconds(1, 3_600).default(8), 'Time in which API or portal host stops', '`8`'),
  DRAIN_NOTICE_SECONDS: setting(
    ['API', 'host'],
    seconds(0, 600),
    'Part of it in which `/readyz` answers 503 first',
    '`3` in production, else `0`',
  ),
  LOG_LEVEL: setting(
    ['API'],
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
    '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    '`info`',
  ),
  PORTAL_TRACES: setting(
    ['API', 'host'],
    onOrOff(),
    '`on` stores the newest traces in `PORTAL_DATA/traces`, for `npm run trace:last`',
    'off; `npm start` sets `on` for a demonstration',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    ['API', 'host'],
    like(/^https?:\/\/[^\s?#]+$/, 'http://127.0.0.1:4318'),
    'Collector that gets traces by OTLP over HTTP. The library also reads `OTEL_EXPORTER_OTLP_HEADERS`',
    'no traces are sent',
  ),
};

const files = {
  PORTAL_STORE: setting(
    ['host', 'portal'],
    oneOf('folder', 'bucket').default('folder'),
    '`folder` or `bucket`: the place of modules and revisions',
    '`folder`',
  ),
  S3_BUCKET: setting(
    ['API', 'host', 'portal'],
    string().matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, must('be the name of a bucket, such as guard-portal')),
    'Bucket for files, and for the store with `PORTAL_STORE=bucket`',
    'a folder in `PORTAL_DATA`',
  ),
  S3_ENDPOINT: setting(['API', 'host', 'portal'], like(/^https?:\/\/[^\s/]+\/?$/, 'https://objects.example.com'), 'Its server', 'Amazon'),
  S3_REGION: setting(
    ['API', 'host', 'portal'],
    like(/^[a-z0-9-]+$/, 'ca-central-1'),
    'Its region. Without `S3_ENDPOINT` it must be set',
    '`us-east-1` with `S3_ENDPOINT`',
  ),
  S3_ACCESS_KEY_ID: setting(
    ['API', 'host', 'portal'],
    string(),
    'Key with the rights get, put, delete and list in this bucket',
    'needed with `S3_BUCKET`',
  ),
  S3_SECRET_ACCESS_KEY: setting(['API', 'host', 'portal'], string(), 'Its secret', 'needed with `S3_BUCKET`'),
};

const messages = {
  SMTP_URL: setting(
    ['API'],
    like(/^smtps?:\/\/[^\s]+$/, 'smtps://user:password@host:465'),
    'Server for mails',
    `${NEEDED}; else mails stay in the development mailbox`,
  ),
  SMS_URL: setting(['API'], safeUrl(), 'Provider for text messages', `${NEEDED}; else as above`),
  PORTAL_MAIL_FROM: setting(
    ['API'],
    like(/^[^<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, '"Guards <guards@example.com>"'),
    'Sender of mails',
    '`PORTAL_SUPPORT_EMAIL`',
  ),
  PORTAL_SUPPORT_EMAIL: setting(
    ['API', 'host'],
    string().email(must('be an e-mail address, such as help@example.com')).default(site.supportEmail),
    "The operator's mailbox",
    'the address of the demonstration',
  ),
  SMS_INBOUND_SECRET: setting(
    ['API'],
    like(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'whsec_ and 24 bytes or more in base64'),
    'Secret with which the provider signs text messages of guards (Standard Webhooks)',
    'guards cannot reply to text messages',
  ),
  PORTAL_SOS_TO: setting(
    ['API'],
    contacts(),
    'First contacts for an SOS, e-mail addresses and mobile numbers',
    `${NEEDED}; else \`PORTAL_SUPPORT_EMAIL\``,
  ),
  PORTAL_SOS_NEXT: setting(['API'], contacts(), 'Contacts if no contact acknowledged in time', 'the first contacts again'),
  PORTAL_SOS_MINUTES: setting(['API'], wholeNumber(1, 60).default(3), 'That time in minutes', '`3`'),
  PORTAL_DISPATCH_PHONE: setting(
    ['API'],
    string().matches(/^\d{10}$/, 'PORTAL_DISPATCH_PHONE must have ten digits'),
    'Number of dispatch, ten digits. Guards call it from On Job',
    'On Job shows none; a demonstration has one',
  ),
};

const pages = {
  PORTAL_FIREBASE: setting(
    ['API', 'host'],
    firebase(),
    'Firebase configuration for Google and Facebook sign-in and for push, the same for API and portal host',
    OFF,
  ),
  PORTAL_IDENTITY_KEYS: setting(['API'], safeUrl().default(GOOGLE_KEYS), 'Key set of the identities, for a test double', "Google's"),
  PORTAL_PUSH: setting(['API'], string(), 'Service account that sends push messages', OFF),
  PORTAL_PUSH_URL: setting(
    ['API'],
    safeUrl().default('https://fcm.googleapis.com'),
    'Address of the push service, for a test double',
    '`https://fcm.googleapis.com`',
  ),
  PORTAL_MAPS_KEY: setting(['host'], string(), 'Google Maps key', "the portal's own map"),
  PORTAL_CUSTOMER_SITE: setting(['host'], string().default(site.customerSite), 'Site for customers', 'the address of the demonstration'),
};

const keys = {
  PORTAL_SECRET_KEYS: setting(
    ['API'],
    string(),
    'Keys that encrypt bank details, document numbers, files of guards, authenticator secrets and device keys',
    `${NEEDED}; else one key in \`PORTAL_DATA\``,
  ),
  STAFF_PORT: setting(
    ['API'],
    wholeNumber(),
    'Port of the listener for staff, which also serves `/metrics`',
    'no listener; outside production staff use the public port',
  ),
  STAFF_HOST: setting(['API'], string().default('127.0.0.1'), 'Address of that listener', '`127.0.0.1`'),
  STAFF_TOKEN: setting(
    ['API', 'staff'],
    string().min(16, must('have at least 16 characters, such as those of openssl rand -base64 24')),
    'Shared token of staff outside production; production refuses it',
    'made in `PORTAL_DATA`',
  ),
  STAFF_KEY: setting(['staff'], string(), 'Your key, for the staff command', '`STAFF_TOKEN`, or the token in `PORTAL_DATA`'),
  STAFF_URL: setting(['staff'], string(), 'Listener for staff, for the staff command', '`PORTAL_URL`'),
};

const releases = {
  PORTAL_TOKEN: setting(['portal'], string(), 'Publish token of the person or squad, for `portal`', 'the store has no tokens'),
  PORTAL_SELF_HEAL: setting(
    ['host'],
    onOrOff().default('on'),
    '`off`: this host rolls no version back automatically',
    '`on`, on a host with the ops key',
  ),
  PORTAL_OVERRIDES: setting(
    ['host'],
    overrides(),
    'Origins from which a browser may load a module (`?module=`), separated by commas; `none`',
    'this machine; in production none',
  ),
  PORTAL_START_MS: setting(
    ['host'],
    wholeNumber().default(15_000),
    'Time in milliseconds for the first screen of the shell, before the last good shell is used',
    '`15000`',
  ),
  PORTAL_PATIENCE: setting(['host'], decimal(0.1, 10).default(1), 'Factor for the time budgets of modules, 0.1 to 10, for drills', '`1`'),
  OPS_PORT: setting(['host'], wholeNumber(), 'Port of the operations page', 'in production no page; else at the portal address'),
  OPS_HOST: setting(['host'], string().default('127.0.0.1'), 'Its address', '`127.0.0.1`'),
  OPS_TRUSTED_PROXIES: setting(['host'], wholeNumber().default(0), 'Number of proxies before it', '`0`'),
  PORTAL_OPS_TOKEN: setting(
    ['host'],
    string().min(20, must('have at least 20 characters, such as those of openssl rand -base64 24')),
    'Its token, 20 characters or more',
    'outside production made in `PORTAL_DATA`',
  ),
  PORTAL_OPS_CODE_KEY: setting(
    ['host', 'portal'],
    string(),
    'Key from which the authenticator secrets of its users are derived',
    'outside production no second factor',
  ),
};

/** Every setting, by topic. */
export const topics = {
  'Mode and addresses': addresses,
  'Data and processes': processes,
  'Files and the store of modules': files,
  'Messages and SOS': messages,
  'Sign-in, push, maps, links': pages,
  'Keys and staff': keys,
  'Releases and the operations page': releases,
};

/** Every setting, by name. */
export const settings = { ...addresses, ...processes, ...files, ...messages, ...pages, ...keys, ...releases };

export type SettingName = keyof typeof settings;
