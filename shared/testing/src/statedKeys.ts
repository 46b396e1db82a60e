import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of a call according to the ledger. `values` contains keys that are stated with their value, as in `limit 10`. */
export interface StatedKeys {
  keys: string[];
  optional: string[];
  values: Record<string, string>;
}

/** The sentences that `read` cannot parse, with their keys and the reason. */
export const inOwnWords: Readonly<Record<string, { keys: string[]; why: string }>> = {
  'API-GEN-09': { keys: ['filename'], why: 'the key is in the address, the sentence names its value' },
  'API-AUTH-16': { keys: ['isPrivacyAgreement'], why: 'one of three keys, and only one' },
  'API-GUARD-06': { keys: ['lat', 'lng'], why: 'a profile update: no document names its keys (EDITPROFILE-33)' },
  'API-GUARD-13': { keys: ['identityFile0'], why: 'a key for each file' },
  'API-GUARD-22': {
    keys: ['newJob', 'chat', 'jobAward', 'jobCancel', 'isNotification'],
    why: 'the sentence also names the keys inside four of them',
  },
  'API-PUBLIC-01': { keys: [], why: 'the key is in the path, the sentence names its values' },
};

const SENTENCE = /\b(?:takes?|emits \w+ with) (.+?)(?:;.*| and repl(?:y|ies) .*)?\.$/;
const PART =
  /^(optionally )?(?:repeated |the )?([a-z]\w*)(?:[ =]'?(\d+|asc|guard)'?)?(?: from [A-Z].*| in the (?:body|query)| as (?:a list|JSON|query values)(?: with ([a-z]\w*) (\w+))?)?$/;

/** Null if a part of the sentence is not a key. */
function read(words: string): StatedKeys | null {
  const stated: StatedKeys = { keys: [], optional: [], values: {} };
  if (words === 'no payload') return stated;
  for (const part of words.split(/, and |, | and /)) {
    const [found, optionally, key = '', value, other, otherValue = ''] = PART.exec(part) ?? [];
    if (found === undefined) return null;
    (optionally ? stated.optional : stated.keys).push(key);
    if (value) stated.values[key] = value;
    if (other) stated.values[other] = otherValue;
  }
  return stated;
}

/** The ledger rows that state the keys of a call, by id. */
export function statedCalls(): Map<string, StatedKeys> {
  const ledger = readFileSync(join(__dirname, '../../../docs/ledger/requirements.tsv'), 'utf8');
  const found = new Map<string, StatedKeys>();
  for (const [, id = '', sentence = ''] of ledger.matchAll(/^((?:API-[A-Z]+|CHAT)-\d+)\t[\w-]+\t(?:call|event)\t([^\t]+)/gm)) {
    const words = SENTENCE.exec(sentence)?.[1];
    if (words === undefined) continue;
    const [stated, own] = [read(words), inOwnWords[id]];
    if (stated && own) throw new Error(`${id}: its keys can be read, so it must not be listed`);
    if (!stated && !own) throw new Error(`${id}: the keys cannot be read from "${sentence}"`);
    found.set(id, stated ?? { keys: own?.keys ?? [], optional: [], values: {} });
  }
  return found;
}

/** `API-AUTH-01..03, API-AUTH-07` names four ids. */
export const idsOf = (named: string): string[] =>
  named.split(', ').flatMap((part) => {
    const [, stem = '', from = '', to = from] = /^([A-Z-]+-)(\d+)(?:\.\.(\d+))?$/.exec(part) ?? [];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${stem}${String(Number(from) + at).padStart(2, '0')}`);
  });

/** Merges the keys that the ledger rows with these ids name. */
export function statedKeysOf(named: string, calls: Map<string, StatedKeys>): StatedKeys {
  const all = idsOf(named).flatMap((id) => calls.get(id) ?? []);
  return {
    keys: [...new Set(all.flatMap(({ keys }) => keys))].sort(),
    optional: all.flatMap(({ optional }) => optional),
    values: Object.assign({}, ...all.map(({ values }) => values)) as Record<string, string>,
  };
}
