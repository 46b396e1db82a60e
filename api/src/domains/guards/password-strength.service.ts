import { site } from '@portal/contracts/_kernel/site';
import { passwordMessages } from '@portal/contracts/auth/auth.passwords';
import { once } from '../../platform/concurrency';
import { failValidation } from '../../platform/http/errors';
import { hashPassword } from '../../platform/identity/passwords';

/** The known data of the person who chooses a password. */
export interface PasswordOwner {
  email: string;
  firstName?: string;
  lastName?: string;
}

/** Words that attackers of this site would try in addition to common passwords. */
const ofThisPlace = [site.company, 'guard', 'guardportal', 'securityguard'];
/** Shorter names occur in many words, so they are not searched for. */
const LETTERS_AT_LEAST = 4;

const letterFor: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const plainLetters = (text: string) => text.replace(/[@431!0$57]/g, (sign) => letterFor[sign] ?? sign);
/** Without the digits and signs that people add around a word because the rules require them. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The forms of a password that are compared with guesses: "P@ssw0rd-2027!" also as "password". */
function guessesOf(password: string): string[] {
  const lower = password.toLowerCase();
  const word = bare(lower);
  return [lower, lettersOf(lower), word, lettersOf(word), plainLetters(word), bare(plainLetters(word)), bare(plainLetters(lower))];
}

/** Loaded when a guard first chooses a password, because no other call needs it. */
const commonWords = once(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...ofThisPlace.map(lettersOf)].map((word) => word.toLowerCase()));
});

/** The problem of a password that fits the format rules, or null. */
export async function passwordWeakness(password: string, { email, firstName = '', lastName = '' }: PasswordOwner): Promise<string | null> {
  const guesses = guessesOf(password);
  const own = [email.split('@')[0] ?? '', firstName, lastName].map(lettersOf).filter(({ length }) => length >= LETTERS_AT_LEAST);
  const isOwn = own.some((name) => guesses.some((guess) => guess.includes(name)));
  if (isOwn) return passwordMessages.ofOneself;
  const common = await commonWords();
  return guesses.some((guess) => guess.length >= LETTERS_AT_LEAST && common.has(guess)) ? passwordMessages.tooCommon : null;
}

/**
 * The hash of a password that a guard has chosen; 400 at its field when it is easy to guess. Every new password of a guard is hashed
 * here.
 */
export async function hashNewPassword(password: string, chooser: PasswordOwner): Promise<string> {
  const problem = await passwordWeakness(password, chooser);
  if (problem) failValidation({ password: problem });
  return hashPassword(password);
}
