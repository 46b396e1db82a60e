const READS = 'reads by POST, and changes nothing';
const TESTS = 'is there for tests alone: production does not have it';

/** Endpoints with another method than GET that are no act of `acts.ts`, each with the reason. */
export const notActs: Readonly<Record<string, string>> = {
  'jobs.search': READS,
  'jobs.places': READS,
  'jobs.detail': READS,
  'jobs.approve': 'sets one status in one transaction, as jobs.cancel does, which is an act; it needs a job that waits',
  'jobs.set-posting-facts': 'sets two columns of a job in one transaction, as jobs.cancel sets its status, which is an act',
  'jobs.set-site-phone': 'sets one column of a job in one transaction, as jobs.cancel sets its status, which is an act',
  'jobs.reject': 'sets one status in one transaction, as jobs.cancel does, which is an act; it needs a job that waits',
  'handovers.read': 'stores rows in one transaction as orders.acknowledge does, which is an act; it needs the note of another guard',
  'shifts.confirm-early-start': 'sets one instant and tells the guard in one transaction, as shifts.close does, which is an act',
  'chat.init': READS,
  'chat.rooms': READS,
  'chat.chats': 'reads; that a page of it came to the device is also what chat.received says, which is an act',
  'rehearsal.clock': TESTS,
  'rehearsal.past': TESTS,
  'rehearsal.expire-confirmations': TESTS,
  'guards.make': TESTS,
  'guards.remove': TESTS,
  'jobs.remove': TESTS,
  'enquiries.delete': 'deletes rows in one statement, and would take what another act leaves',
  'career.delete': 'deletes rows in one statement, and would take what another act leaves',
  'auth.send-confirmation-code':
    'needs a guard without a password: it stores a code and sends it in one transaction, as guards.change-email does, which is an act',
  'auth.start-social-login': 'stores nothing: it sets a cookie of the browser',
  'auth.social-login': 'needs the word of a provider, and none stands beside the API that is killed: it opens a session as auth.login does',
  'auth.device-key': 'makes one row in one transaction, or replies the row that is there',
  'auth.begin-totp': 'replaces a secret that waits, which counts for nothing before auth.add-totp',
  'auth.add-totp': 'from then on only a code confirms the sessions of this guard, whose other acts confirm by the password',
  'auth.begin-passkey': 'replaces a challenge of five minutes',
  'auth.challenge-passkey': 'replaces a challenge of five minutes',
  'auth.add-passkey': 'its answer is made by a browser; it stores one row in one transaction as auth.add-totp does',
  'auth.remove-factor': 'deletes one row in one transaction, and needs a factor, which no person of the test has',
  'auth.reset-factors': 'deletes rows in one transaction, and needs a factor, which no person of the test has',
};
