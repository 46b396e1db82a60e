import { site } from '@portal/contracts/_kernel/site';
import { clientCredential } from '@portal/contracts/auth/auth.rules';
import type { Env } from '../src/platform/config/env';

export const STAFF_TOKEN = 'the-staff-token-of-the-tests';

export const testEnv: Env = {
  mode: 'test',
  host: '127.0.0.1',
  port: 0,
  staffPort: null,
  staffHost: '127.0.0.1',
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReadUrl: undefined,
  redisUrl: undefined,
  dataFolder: '',
  bucket: null,
  basic: clientCredential,
  staffToken: STAFF_TOKEN,
  hostSecret: undefined,
  secretKeys: [{ id: 'test', bytes: Buffer.alloc(32, 7) }],
  runsJobs: true,
  seed: false,
  identity: null,
  push: null,
  portalUrl: 'https://portal.example.com',
  supportEmail: site.supportEmail,
  smtpUrl: null,
  smsUrl: null,
  mailFrom: site.supportEmail,
  sos: {
    first: [{ to: site.supportEmail, name: 'Day desk' }],
    next: [
      { to: 'second@portal.example.com', name: 'Night desk' },
      { to: '4165550177', name: 'Ada Duty' },
    ],
    afterMinutes: 3,
  },
  dispatchPhone: '4165550123',
  smsInbound: 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0LXByb3ZpZGVyLTEyMw==',
  corsOrigins: [],
  shutdown: { noticeMs: 0, withinMs: 8_000 },
  logLevel: 'silent',
  traces: { endpoint: null, folder: null },
};
