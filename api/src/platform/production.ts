import { listed } from './lists';

/** Settings that only production needs, each with its reason. */
const productionNeeds = {
  DATABASE_URL: 'production keeps its data in a database of its own, with backups',
  PORTAL_SECRET_KEYS: 'bank details and document numbers are sealed with it, and production makes no key of its own',
  PORTAL_URL: 'links in mails and SOS messages begin with it, and passkeys belong to its host name',
  SMTP_URL: 'production sends its mails by that server and keeps no mailbox',
  SMS_URL: 'production sends its text messages by that provider and keeps no mailbox',
  PORTAL_SOS_TO: 'it names who is called when a guard needs help',
};

/** What production lacks, one line each. */
export function productionProblems(given: NodeJS.ProcessEnv): string[] {
  if (given.PORTAL_MODE !== 'production') return [];
  const missing = Object.entries(productionNeeds).filter(([name]) => listed(given[name]).length === 0);
  return [
    ...missing.map(([name, why]) => `${name} is missing: ${why}. See docs/guides/configuring-providers.md.`),
    ...(given.SEED === 'demo' ? ['SEED=demo is not for production: the demonstration has a guard with a known password.'] : []),
  ];
}
