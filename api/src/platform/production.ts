import { splitList } from '@portal/settings/lists';

/** Settings that only production needs, each with its reason. */
const productionNeeds = {
  DATABASE_URL: 'production needs its own database, with backups',
  PORTAL_SECRET_KEYS: 'bank details and document numbers are encrypted with it, and production generates no key',
  PORTAL_URL: 'links in mails and SOS messages begin with it, and passkeys belong to its host name',
  SMTP_URL: 'production sends its mails by that server and keeps no mailbox',
  SMS_URL: 'production sends its text messages by that provider and keeps no mailbox',
  PORTAL_SOS_TO: 'it names the contacts for an SOS',
};

/** Missing settings of production, one line each. */
export function productionProblems(given: NodeJS.ProcessEnv): string[] {
  if (given.PORTAL_MODE !== 'production') return [];
  const missing = Object.entries(productionNeeds).filter(([name]) => splitList(given[name]).length === 0);
  return [
    ...missing.map(([name, why]) => `${name} is missing: ${why}. See docs/guides/configuring-providers.md.`),
    ...(given.SEED === 'demo' ? ['SEED=demo is not for production: the demonstration has a guard with a known password.'] : []),
  ];
}
