/** A setting: its purpose and its value when it is not set. */
export interface Setting {
  does: string;
  /** Markdown. */
  unset: string;
}

const setting = (does: string, unset: string): Setting => ({ does, unset });
const OFF = 'off';
const NEEDED = 'production refuses to start';

/** Every setting by topic. The test compares the names with the code that reads them. */
export const settings: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'Mode and addresses': {
    PORTAL_MODE: setting(
      '`production` or `demo`. `npm start` sets `demo` and listens on the loopback only',
      'API and portal host refuse to start',
    ),
    PORTAL_URL: setting(
      'Public address: start of links in mails, canonical links and the site map; passkeys belong to its host name. Also the portal that the staff command and `portal stage` use',
      `${NEEDED}; else \`http://localhost:8080\``,
    ),
    PORTAL_LOCAL_TRIAL: setting('`on` accepts an address of this machine as `PORTAL_URL` in production', OFF),
    PORT: setting('Port of the process; of the portal host under `npm start`', 'portal host `8080`, API `8081`'),
    HOST: setting('Address on which the process listens', '`127.0.0.1`; portal host `localhost`'),
    API_URL: setting(
      'Address of the guard API, for portal host and `portal`. With it, `npm start` starts no API',
      '`http://127.0.0.1:8081`; `portal` then refuses what the gate must compare',
    ),
    CORS_ORIGINS: setting('Other origins, separated by commas: their pages may call the API and open a socket', 'none'),
    PORTAL_BASIC: setting('`user:password` of calls before a login, the same for API and portal host', 'the demonstration credential'),
    PORTAL_HOST_SECRET: setting(
      'Proves to the API that a request passed the portal host: 16 characters or more, the same for both',
      `${NEEDED}; \`npm start\` makes one`,
    ),
    PORTAL_TRUSTED_PROXIES: setting(
      'Number of proxies before the portal host. A demonstration without it refuses forwarded requests',
      '`0`',
    ),
    PORTAL_TLS_PROXIES: setting('Addresses and networks of the proxies that end TLS before nginx', 'nginx trusts no forwarded address'),
    PORTAL_RESOLVER: setting('DNS server of nginx', "`127.0.0.11`, Docker's"),
  },
  'Data and processes': {
    PORTAL_DATA: setting('Folder of the embedded database, files, logs, and `delivery/` with store and keys', '`.data`'),
    DATABASE_URL: setting('PostgreSQL, or the pooler before it', `${NEEDED}; else an embedded PostgreSQL`),
    DATABASE_DIRECT_URL: setting('The database itself, if `DATABASE_URL` is a pooler in transaction mode', 'no pooler'),
    DATABASE_READ_URL: setting('A streaming replica for read-only calls', 'none'),
    REDIS_URL: setting('Redis for events between processes', 'the database'),
    PORTAL_WORK: setting('`elsewhere`: this process takes no queued work, and others over the same database do', '`here`'),
    SEED: setting('`demo` fills an empty database with demonstration data; `none` does not', '`demo` in a demonstration'),
    DRAIN_SECONDS: setting('Time in which API or portal host stops', '`8`'),
    DRAIN_NOTICE_SECONDS: setting('Part of it in which `/readyz` answers 503 first', '`3` in production, else `0`'),
    LOG_LEVEL: setting('`fatal`, `error`, `warn`, `info`, `debug` or `silent`', '`info`'),
  },
  'Files and the store of modules': {
    PORTAL_STORE: setting('`folder` or `bucket`: the place of modules and revisions', '`folder`'),
    S3_BUCKET: setting('Bucket for files, and for the store with `PORTAL_STORE=bucket`', 'a folder in `PORTAL_DATA`'),
    S3_ENDPOINT: setting('Its server', 'Amazon'),
    S3_REGION: setting('Its region; needed without `S3_ENDPOINT`', '`us-east-1`'),
    S3_ACCESS_KEY_ID: setting('Key with the rights get, put, delete and list in this bucket', 'needed with `S3_BUCKET`'),
    S3_SECRET_ACCESS_KEY: setting('Its secret', 'needed with `S3_BUCKET`'),
  },
  'Messages and SOS': {
    SMTP_URL: setting('Server for mails', `${NEEDED}; else mails stay in the development mailbox`),
    SMS_URL: setting('Provider for text messages', `${NEEDED}; else as above`),
    PORTAL_MAIL_FROM: setting('Sender of mails', '`PORTAL_SUPPORT_EMAIL`'),
    PORTAL_SUPPORT_EMAIL: setting("The operator's mailbox", 'the address of the demonstration'),
    PORTAL_SOS_TO: setting('First contacts for an SOS, e-mail addresses and mobile numbers', `${NEEDED}; else \`PORTAL_SUPPORT_EMAIL\``),
    PORTAL_SOS_NEXT: setting('Contacts if no contact acknowledged in time', 'the first contacts again'),
    PORTAL_SOS_MINUTES: setting('That time in minutes', '`3`'),
  },
  'Sign-in, push, maps, links': {
    PORTAL_FIREBASE: setting('Firebase configuration for Google and Facebook sign-in and for push, the same for API and portal host', OFF),
    PORTAL_IDENTITY_KEYS: setting('Key set of the identities, for a test double', "Google's"),
    PORTAL_PUSH: setting('Service account that sends push messages', OFF),
    PORTAL_PUSH_URL: setting('Address of the push service, for a test double', '`https://fcm.googleapis.com`'),
    PORTAL_MAPS_KEY: setting('Google Maps key', "the portal's own map"),
    PORTAL_CUSTOMER_SITE: setting('Site for customers', 'the address of the demonstration'),
  },
  'Keys and staff': {
    PORTAL_SECRET_KEYS: setting(
      'Keys that encrypt bank details, document numbers, files of guards, authenticator secrets and device keys',
      `${NEEDED}; else one key in \`PORTAL_DATA\``,
    ),
    STAFF_PORT: setting(
      'Port of the listener for staff, which also serves `/metrics`',
      'no listener; outside production staff use the public port',
    ),
    STAFF_HOST: setting('Address of that listener', '`127.0.0.1`'),
    STAFF_TOKEN: setting('Shared token of staff outside production; production refuses it', 'made in `PORTAL_DATA`'),
    STAFF_KEY: setting('Your key, for the staff command', '`STAFF_TOKEN`, or the token in `PORTAL_DATA`'),
    STAFF_URL: setting('Listener for staff, for the staff command', '`PORTAL_URL`'),
  },
  'Releases and the operations page': {
    PORTAL_TOKEN: setting('Publish token of the person or squad, for `portal`', 'the store has no tokens'),
    PORTAL_SELF_HEAL: setting('`off`: this host rolls no version back automatically', '`on`, on a host with the ops key'),
    PORTAL_OVERRIDES: setting(
      'Origins from which a browser may load a module (`?module=`), separated by commas; `none`',
      'this machine; in production none',
    ),
    PORTAL_START_MS: setting('Time in milliseconds for the first screen of the shell, before the last good shell is used', '`15000`'),
    PORTAL_PATIENCE: setting('Factor for the time budgets of modules, 0.1 to 10, for drills', '`1`'),
    OPS_PORT: setting('Port of the operations page', 'in production no page; else at the portal address'),
    OPS_HOST: setting('Its address', '`127.0.0.1`'),
    OPS_TRUSTED_PROXIES: setting('Number of proxies before it', '`0`'),
    PORTAL_OPS_TOKEN: setting('Its token, 20 characters or more', 'outside production made in `PORTAL_DATA`'),
    PORTAL_OPS_CODE_KEY: setting(
      'Key from which the authenticator secrets of its users are derived',
      'outside production no second factor',
    ),
  },
};
