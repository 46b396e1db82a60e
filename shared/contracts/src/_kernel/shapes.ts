import { array, boolean, type InferType, lazy, mixed, number, type ObjectShape, object, type Schema } from 'yup';
import { copy } from './copy';
import type { Page } from './envelope';
import { limits } from './limits';
import { plainString, string } from './text';

/** Building blocks of input and output schemas. Inputs are strict about meaning and lenient about transport: query values arrive as text. */

/** A UUID path or body key. Ids never carry meaning. */
export const id = (words = 'Unknown id') =>
  string()
    .strict(true)
    .matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, words);

/** The address pattern that every form shares. */
export const email = () =>
  plainString()
    .typeError(copy.emailInvalid)
    .trim()
    .required(copy.emailRequired)
    .max(limits.email, copy.emailInvalid)
    .matches(/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[a-z]{2,}$/i, { message: copy.emailInvalid, excludeEmptyString: true });

/** Whether a `YYYY-MM-DD` is a day of the calendar, in the years that the date pickers offer: 1900 to 2999 (SHARED-16). */
export const existingDay = (value: string): boolean => {
  const day = new Date(`${value}T00:00:00Z`);
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};
/** An instant as an ISO string with an offset that there is somewhere, on a day of the calendar: what the database takes, too. */
export const instant = () =>
  string()
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/, 'Not an instant')
    .test('existing', 'Not an instant', (value) => !value || (existingDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))));
/** A civil date, `YYYY-MM-DD`, that the calendar has. */
export const civilDate = () =>
  string()
    .matches(/^\d{4}-\d{2}-\d{2}$/, 'Not a date')
    .test('day', 'Not a date', (value) => !value || existingDay(value));
/** Words of a guard's own, of one or many lines: trimmed, and without characters that nobody types. */
export const words = (missing: string, most: number, tooLong: string) =>
  string()
    .typeError(missing)
    .trim()
    .required(missing)
    .max(most, tooLong)
    .matches(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, { message: copy.controlCharacters, excludeEmptyString: true });
/** An exact decimal as text: money never is a float. */
export const decimal = () => string().matches(/^-?\d+(\.\d+)?$/, 'Not an amount');

/** Of a reply: what opens something, such as a token or a private address. It is stored nowhere: who binds such a call hears of it. */
export const secret = () => string().meta({ isSecret: true });

const emptyToUndefined = (value: unknown, original: unknown) => (original === '' || original === null ? undefined : value);
/** A number that may arrive as text; empty text is "not given". Never NaN or infinite. */
export const optionalNumber = () =>
  number()
    .transform(emptyToUndefined)
    .typeError('Must be a number')
    .test('finite', 'Must be a number', (value) => value === undefined || value === null || Number.isFinite(value));
/** One of a few numeric codes, or not given. */
export const optionalCode = <T extends number>(codes: readonly T[]) =>
  optionalNumber().oneOf([...codes, undefined] as (T | undefined)[], 'Unknown choice');
/** What nothing is left of once it is trimmed was not given either. */
const blankToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);
/** Trimmed text, or not given. */
/** `rule` for a value that the guard changes: the stored one passes as it is, although another screen or an earlier rule let it in (EDITPROFILE-31). */
export const unlessStored = <S extends Schema>(rule: S, stored: unknown) =>
  lazy((value) => (value && value === stored ? (string() as unknown as S) : rule));

export const optionalText = (max = 200) =>
  string()
    .trim()
    .transform(blankToUndefined)
    .max(max, `At most ${max} characters`)
    .matches(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, { message: copy.controlCharacters, excludeEmptyString: true });

/** `page` from 1, `limit` up to 50, as every list takes them. */
export const paging = () => ({
  page: optionalNumber().integer('Must be a whole number').min(1, 'Pages start at 1').max(100_000, 'There are not that many pages'),
  limit: optionalNumber().integer('Must be a whole number').min(1, 'At least 1').max(50, 'At most 50'),
  searchBy: optionalText(),
});

/** `data` of a list reply: docs, total and, where stated, pages. */
export const pageOf = <T>(item: Schema<T>) =>
  object({
    docs: array(item as never).required(),
    total: number().required(),
    pages: number(),
    totalIsExact: boolean(),
  }) as unknown as Schema<Page<T>>;

/** A guard as staff name one. */
export const guardName = () => plainString().trim().required('Name the guard by id or e-mail');

/** An input of no keys. */
export const nothing = () => object({}) as unknown as Schema<Record<string, never>>;
/** A reply whose `data` says nothing. */
export const anything = () => mixed().nullable() as unknown as Schema<unknown>;

export type { InferType, ObjectShape };

/** The time zone of a site, as IANA names it; missing in replies of the release before, whose sites all kept Toronto's time. */
export const siteZone = () => string().nullable();
