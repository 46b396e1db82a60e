import { object } from 'yup';
import { addDays, torontoDate } from '../_kernel/clock';
import { money } from '../_kernel/formats';
import { existingDay } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';

export const earningsMessages = {
  notYours: 'These earnings are not yours.',
  noSuchDay: 'This date does not exist. Enter it as dd/MM/yyyy.',
  dayMissing: 'Enter a day as dd/MM/yyyy.',
  order: 'The last day must not be before the first one.',
  tooLong: 'A statement covers one year at most.',
};

export const withdrawMessages = {
  submitted: 'Your widthdraw request has been submitted. we will process it within 24 Hrs', // EARN-12, EARN-14
  amountMissing: 'Enter an amount',
  amountInvalid: 'Enter dollars and cents, such as 125.50',
  amountZero: 'Enter more than $0.00',
  tooMuch: (inHand: string) => `You have ${money(inHand)} in hand. Enter that amount or less.`,
  pending: 'A withdrawal is already under way. You can request another when that one is finished.',
  bankMissing: 'Add your bank details first: we need to know where to pay.',
  notSaved: 'We got no answer to your request. Please try again; it will not count twice.',
  notAccepted: 'Your request was not accepted. Please try again later.',
  notPossible: 'A withdrawal is already under way, or your bank details are missing.',
  unknown: 'There is no such withdrawal.',
  notNow: (status: string) => `This withdrawal is ${status.toLowerCase()}: that is not possible now.`,
};

/** Hours in which staff process a withdrawal, as the stated text promises (EARN-14). */
const PROCESSING_HOURS = 24;
const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The civil date of arrival on the account: the first weekday after processing ends, because banks settle on weekdays. */
export function arrivalDay(requestedAt: string): string {
  let day = addDays(torontoDate(new Date(Date.parse(requestedAt) + PROCESSING_HOURS * 3_600_000)), 1);
  while (isWeekend(day)) day = addDays(day, 1);
  return day;
}

/** The states of a withdrawal in order. `refused` replaces the last two and returns the money. */
export const withdrawalStatuses = {
  requested: 'Requested',
  'in-process': 'In process',
  paid: 'Paid',
  refused: 'Refused',
} as const;
export type WithdrawalStatus = keyof typeof withdrawalStatuses;

export const refusalText = (reason: string): string => `${reason}. The money is back in your wallet.`;

/** Notices to a guard when staff change the state of a withdrawal. */
export const withdrawalNotices: Readonly<Record<Exclude<WithdrawalStatus, 'requested'>, (amount: string, reason: string) => string>> = {
  'in-process': (amount) => `Your withdrawal of ${money(amount)} is in process.`,
  paid: (amount) => `Your withdrawal of ${money(amount)} was paid to your bank account.`,
  refused: (amount, reason) => `Your withdrawal of ${money(amount)} was refused: ${refusalText(reason)}`,
};

const THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
/** Keyboards of Canadian French have a comma instead of the point. */
const COMMA_CENTS = /^\d+,\d{1,2}$/;

/** `$1,234.5` as `1234.5`, `125,50` as `125.50`. Any other comma stays and is refused, because removing it would change the amount. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const amount = value.replace(/[\s$]/g, '');
  if (COMMA_CENTS.test(amount)) return amount.replace(',', '.');
  return THOUSANDS.test(amount) ? amount.replaceAll(',', '') : amount;
}

/** The typed amount, converted to an exact decimal in dollars. The server compares it with the amount in hand (EARN-20). */
export const withdrawRules = object({
  amount: plainString()
    .transform(plain)
    .typeError(withdrawMessages.amountInvalid)
    .required(withdrawMessages.amountMissing)
    .matches(/^\d{1,8}(\.\d{1,2})?$/, { message: withdrawMessages.amountInvalid, excludeEmptyString: true })
    .test('more', withdrawMessages.amountZero, (value) => !value || /[1-9]/.test(value)),
});

const emptyToUndefined = (value: unknown, original: unknown) => (original === '' || original === null ? undefined : value);
const day = () =>
  string()
    .transform(emptyToUndefined)
    .typeError(earningsMessages.noSuchDay)
    .test('day', earningsMessages.noSuchDay, (value) => !value || existingDay(value));

/** Optional civil dates at the sites, both inclusive. */
export const periodFields = () => ({
  from: day(),
  to: day().when('from', ([from], schema) =>
    existingDay(`${from}`) ? schema.test('order', earningsMessages.order, (to) => !to || !existingDay(to) || to >= from) : schema,
  ),
});
export const periodRules = object(periodFields());

const YEAR_DAYS = 366;
const daysBetween = (from: string, to: string) => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

/** The days of a statement: both required, at most one year apart. */
export const statementPeriod = () => {
  const { from, to } = periodFields();
  return {
    from: from.required(earningsMessages.dayMissing),
    to: to
      .required(earningsMessages.dayMissing)
      .when('from', ([from], schema) =>
        schema.test(
          'year',
          earningsMessages.tooLong,
          (to) => !to || !existingDay(to) || !existingDay(`${from}`) || daysBetween(from, to) < YEAR_DAYS,
        ),
      ),
  };
};

/** The threshold of the small supplier in dollars. Above it within four quarters, GST/HST must be collected (Excise Tax Act, s. 148). */
export const SMALL_SUPPLIER = '30000.00';
