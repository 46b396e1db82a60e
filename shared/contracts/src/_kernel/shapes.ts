import { array, boolean, type InferType, lazy, mixed, number, type ObjectShape, object, type Schema } from 'yup';
import { copy } from './copy';
import type { Page } from './envelope';
import { limits } from './limits';
import { plainString, string } from './text';

/** Building blocks of input and output schemas. They also accept numbers as text, because query values are text. */

/** A UUID in a path or a body. */
export const id = (words = 'Unknown id') =>
  string()
    .strict(true)
    .matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, words);

export const email = () =>
  plainString()
    .typeError(copy.emailInvalid)
    .trim()
    .required(copy.emailRequired)
    .max(limits.email, copy.emailInvalid)
    .matches(/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[a-z]{2,}$/i, { message: copy.emailInvalid, excludeEmptyString: true });

/** Whether a `YYYY-MM-DD` exists in the calendar, in the years of the date pickers: 1900 to 2999 (SHARED-16). */
export const existingDay = (value: string): boolean => {
  const day = new Date(`${value}T00:00:00Z`);
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};
/** An instant as an ISO string with a valid offset, on an existing day. PostgreSQL accepts the same values. */
export const instant = () =>
  string()
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/, 'Not an instant')
    .test('existing', 'Not an instant', (value) => !value || (existingDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))));
/** A civil date `YYYY-MM-DD` that exists. */
export const civilDate = () =>
  string()
    .matches(/^\d{4}-\d{2}-\d{2}$/, 'Not a date')
    .test('day', 'Not a date', (value) => !value || existingDay(value));
/** A guard's free text of one or many lines: trimmed, and without control characters. */
export const words = (missing: string, most: number, tooLong: string) =>
  string()
    .typeError(missing)
    .trim()
    .required(missing)
    .max(most, tooLong)
    .matches(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, { message: copy.controlCharacters, excludeEmptyString: true });
/** An exact decimal as text, because amounts of money must not become floats. */
export const decimal = () => string().matches(/^-?\d+(\.\d+)?$/, 'Not an amount');

/** For a reply: a token or a private address. The API never stores it, so its endpoint must declare `knowsRepeats`. */
export const secret = () => string().meta({ isSecret: true });

const emptyToUndefined = (value: unknown, original: unknown) => (original === '' || original === null ? undefined : value);
/** A number that may arrive as text. Empty text means "not given". Never NaN or infinite. */
export const optionalNumber = () =>
  number()
    .transform(emptyToUndefined)
    .typeError('Must be a number')
    .test('finite', 'Must be a number', (value) => value === undefined || value === null || Number.isFinite(value));
export const optionalCode = <T extends number>(codes: readonly T[]) =>
  optionalNumber().oneOf([...codes, undefined] as (T | undefined)[], 'Unknown choice');
/** Text that is empty after trimming counts as not given. */
const blankToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);
/** Applies `rule` only to a changed value, because another screen or an earlier rule accepted the stored one (EDITPROFILE-31). */
export const unlessStored = <S extends Schema>(rule: S, stored: unknown) =>
  lazy((value) => (value && value === stored ? (string() as unknown as S) : rule));

export const optionalText = (max = 200) =>
  string()
    .trim()
    .transform(blankToUndefined)
    .max(max, `At most ${max} characters`)
    .matches(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, { message: copy.controlCharacters, excludeEmptyString: true });

/** Optional text of a row that is saved as a whole: empty or null clears the stored value, a missing key keeps it. */
export const clearableText = (rule: ReturnType<typeof optionalText>) =>
  rule.nullable().transform((value: unknown, original: unknown) => (value === undefined && original !== undefined ? null : value));

/** The paging keys of every list: `page` from 1, `limit` up to 50. */
export const paging = () => ({
  page: optionalNumber().integer('Must be a whole number').min(1, 'Pages start at 1').max(100_000, 'There are not that many pages'),
  limit: optionalNumber().integer('Must be a whole number').min(1, 'At least 1').max(50, 'At most 50'),
  searchBy: optionalText(),
});

/** `data` of a list reply: docs, total and, if stated, pages. */
export const pageOf = <T>(item: Schema<T>) =>
  object({
    docs: array(item as never).required(),
    total: number().required(),
    pages: number(),
    totalIsExact: boolean(),
  }) as unknown as Schema<Page<T>>;

/** The guard in a staff call, by id or e-mail. */
export const guardName = () => plainString().trim().required('Name the guard by id or e-mail');

export const nothing = () => object({}) as unknown as Schema<Record<string, never>>;
/** A reply whose `data` clients ignore. */
export const anything = () => mixed().nullable() as unknown as Schema<unknown>;

export type { InferType, ObjectShape };

/** The IANA time zone of a site. Missing in replies of the previous release, where every site was in Toronto's zone. */
export const siteZone = () => string().nullable();
