const READS = 'reads by POST, and changes nothing';
const TESTS = 'is there for tests alone: production does not have it';

/** Calls of the contracts that are not GET and no act of `acts.ts`, each with the reason. */
export const notActs: Readonly<Record<string, string>> = {
  'jobs.search': READS,
  'jobs.places': READS,
  'jobs.detail': READS,
  'chat.init': READS,
  'chat.rooms': READS,
  'chat.chats': 'reads; that a page of it came to the device is also what chat.received says, which is an act',
  'rehearsal.clock': TESTS,
  'rehearsal.past': TESTS,
  'guards.make': TESTS,
  'guards.remove': TESTS,
  'jobs.remove': TESTS,
  'auth.social-login': 'needs the word of a provider, and none stands beside the API that is killed: it opens a session as auth.login does',
};
