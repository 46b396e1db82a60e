import { number, type Schema, string } from 'yup';

// Each message has the name, the rule and an example. None has the value, because it can be a secret.

/** yup replaces the path by the name of the setting. */
export const must = (what: string): string => `\${path} must ${what}`;

export const GOOGLE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

export const like = (pattern: RegExp, example: string) => string().matches(pattern, must(`look like ${example}`));

export const oneOf = <const Word extends string>(...words: Word[]) => string().oneOf(words, must(`be one of ${words.join(', ')}`));

export const onOrOff = () => string().oneOf(['on', 'off'], must('be on or off'));

export function decimal(least: number, most: number) {
  const message = must(`be a number from ${least} to ${most}`);
  // yup removes whitespace inside a number, so that "1 1" would be 11.
  const isOneWord = (given: unknown) => typeof given !== 'string' || !/\s/.test(given.trim());
  return number()
    .transform((value: number, given: unknown) => (isOneWord(given) ? value : Number.NaN))
    .typeError(message)
    .min(least, message)
    .max(most, message);
}

export const seconds = decimal;

export const wholeNumber = (least = 0, most = 65_535) =>
  decimal(least, most).integer(must(`be a number without a fraction from ${least} to ${most}`));

export const databaseUrl = () => like(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/database');

/** A setting that needs DATABASE_URL. */
export const withDatabase = <Rule extends Schema<string | undefined>>(rule: Rule, what: string): Rule =>
  rule.when('DATABASE_URL', ([url], own) => (url ? own : own.oneOf([undefined], `\${path} also needs DATABASE_URL, ${what}`))) as Rule;

/** An encrypted address, or one of this machine. */
export const safeAddress = /^(https:\/\/|http:\/\/([^\s/@]*@)?(127\.0\.0\.1|localhost)(:\d+)?(\/|$))/;
export const safeUrl = () => string().matches(safeAddress, must('be an https address, such as https://sms.example.com/'));

export const publicUrl = () =>
  string().test({
    message: must('look like https://portal.example.com'),
    test: (given) => given === undefined || (/^https?:\/\/[^\s/?#]+\/?$/.test(given) && URL.canParse(given)),
  });

/** Firebase's web configuration, and the part that this portal uses. */
export interface FirebaseSettings {
  projectId: string;
  /** A host name, because it becomes part of the page's policy. */
  authDomain?: string;
  providers: FirebaseProvider[];
  vapidKey?: string;
  [key: string]: unknown;
}

export type FirebaseProvider = 'facebook' | 'google';
const providerNames: readonly unknown[] = ['facebook', 'google'] satisfies FirebaseProvider[];

/** @throws an Error with one line. */
export function parseFirebase(text: string): FirebaseSettings {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error('PORTAL_FIREBASE is not JSON');
  }
  if (typeof given !== 'object' || given === null) throw new Error('PORTAL_FIREBASE is not a JSON object');
  const { projectId, authDomain, providers = [] } = given;
  if (typeof projectId !== 'string' || projectId === '') throw new Error('PORTAL_FIREBASE names no projectId');
  if (authDomain !== undefined && (typeof authDomain !== 'string' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(authDomain)))
    throw new Error('PORTAL_FIREBASE names no authDomain, such as project.firebaseapp.com');
  if (!Array.isArray(providers) || !providers.every((name) => providerNames.includes(name)))
    throw new Error('PORTAL_FIREBASE names an unknown provider: google and facebook are known');
  return { ...given, projectId, providers };
}

/** A rule whose check throws the message. */
const checked = (check: (given: string) => unknown) =>
  string().test({
    test(given, context) {
      try {
        if (given !== undefined) check(given);
        return true;
      } catch (error) {
        return context.createError({ message: (error as Error).message });
      }
    },
  });

export const firebase = () => checked(parseFirebase);

/** Addresses of this machine, where a squad serves its own module. */
export const LOCAL_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The origins of PORTAL_OVERRIDES. They become part of a policy, so each must be a plain origin. @throws an Error with one line. */
export function parseOverrides(given: string): string[] {
  if (given === 'none') return [];
  const all = given.split(/[\s,]+/).filter(Boolean);
  const isOrigin = (text: string) => /^https?:\/\/[\w.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  for (const origin of all)
    if (!LOCAL_ORIGINS.includes(origin) && !isOrigin(origin))
      throw new Error(`PORTAL_OVERRIDES names ${origin}, which is not an origin such as https://builds.example.com; none means no origin`);
  return all;
}

export const overrides = () => checked(parseOverrides);
