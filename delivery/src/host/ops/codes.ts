import { opsCodesOf } from '../../ops-code';

const PERIOD_MS = 30_000;
/** Clocks of phones may differ by one period. */
const WINDOW = 1;
const WRONG_WITHIN_MS = 10 * 60_000;
const MOST_OF_ONE = 5;
const MOST_OF_ALL = 20;

interface CodeRefusal {
  status: 403 | 429;
  text: string;
}
const WRONG: CodeRefusal = {
  status: 403,
  text: 'This code is wrong, was used before, or is too old. Enter the code that your app shows now.',
};
const TOO_MANY: CodeRefusal = {
  status: 429,
  text: 'There were too many wrong codes for this name. Wait ten minutes, then enter a new code.',
};
const TOO_MANY_OF_ALL: CodeRefusal = {
  status: 429,
  text: 'There were too many wrong codes at this host. Nobody can sign in now. Wait ten minutes, then enter a new code.',
};

/**
 * Checks the codes of the sign-in. Each code is accepted once. Five wrong codes of one name in ten minutes close the sign-in of
 * this name. Twenty of all names close every sign-in, because a store without tokens accepts any name.
 * @param key null: the page requires no code and refuses none.
 */
export function openCodes(key: Buffer | null, now: () => number): (name: string, code: string) => CodeRefusal | null {
  /** The period of the newest accepted code, by name. */
  const used = new Map<string, number>();
  let wrong: { person: string; at: number }[] = [];

  return (name, code) => {
    if (!key) return null;
    const person = name.trim().toLowerCase();
    wrong = wrong.filter(({ at }) => now() - at < WRONG_WITHIN_MS);
    if (wrong.length >= MOST_OF_ALL) return TOO_MANY_OF_ALL;
    if (wrong.filter((one) => one.person === person).length >= MOST_OF_ONE) return TOO_MANY;
    const delta = opsCodesOf(key, name).validate({ token: code.replace(/\s/g, ''), timestamp: now(), window: WINDOW });
    const period = delta === null ? null : Math.floor(now() / PERIOD_MS) + delta;
    if (period === null || period <= (used.get(person) ?? 0)) {
      wrong.push({ person, at: now() });
      return WRONG;
    }
    used.set(person, period);
    wrong = wrong.filter((one) => one.person !== person);
    return null;
  };
}
