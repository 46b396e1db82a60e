import { array, object } from 'yup';
import { contactPhone } from '../_kernel/phone';
import { string } from '../_kernel/text';

export const orderLimits = {
  sections: 20,
  contacts: 12,
  title: 80,
  text: 4000,
  pictures: 6,
  /** Bytes of a picture. It is a part of the reply that a device keeps, so it is small. */
  pictureBytes: 300 * 1024,
} as const;

export const orderMessages = {
  title: 'Post orders',
  open: 'Post orders',
  /** The press that acknowledges them. */
  read: 'I have read them',
  unread: 'You have not read the post orders of this site yet. Please read them.',
  older: 'These are older orders. The newest ones are not on this device yet.',
  over: 'Post orders are shown until the end of the shift.',
  pictureTwice: (name: string) => `Two sections name the picture ${name}. Use a picture once.`,
  changedTitle: 'New post orders',
  acknowledged: 'Noted: you have read the post orders.',
  kept: 'Noted on this device. We will send it when you are back online.',
  notSaved: 'That you read them was not saved. Please press again.',
  notOnDevice: 'The post orders could not be loaded',
  none: 'This site has no post orders.',
  notThere: 'These post orders are not of this shift’s site.',
  missing: 'Each section needs a title and a text.',
  notJson: 'Not JSON',
  noPicture: (name: string) => `The section names the picture ${name}, which was not sent: add --pictures ${name}`,
  unusedPicture: (name: string) => `No section names the picture ${name}.`,
  tooLarge: (name: string) => `The picture ${name} has more than ${orderLimits.pictureBytes / 1024} kB. Please make it smaller.`,
};

const tooLong = (most: number) => `At most ${most} characters`;
const line = () => string().trim().max(orderLimits.title, tooLong(orderLimits.title));

/** The content of a file for `npm run staff -- set-orders`. `picture` is the name of a file of `--pictures`. */
export const orderRules = object({
  sections: array(
    object({
      title: line().required(orderMessages.missing),
      text: string().trim().required(orderMessages.missing).max(orderLimits.text, tooLong(orderLimits.text)),
      picture: string().max(200),
    }),
  )
    .min(1, orderMessages.missing)
    .max(orderLimits.sections, `At most ${orderLimits.sections} sections`)
    .required(orderMessages.missing),
  contacts: array(
    object({
      name: line().required('Each contact needs a name'),
      phone: contactPhone('Each contact needs a phone number', 'A phone number is ten digits, such as 4165550142, or three, such as 911'),
      note: line(),
    }),
  )
    .max(orderLimits.contacts, `At most ${orderLimits.contacts} contacts`)
    .default([]),
});

type Rows = { [Key in 'sections' | 'contacts']?: unknown };
const known: Readonly<Record<keyof Rows, readonly string[]>> = {
  sections: ['title', 'text', 'picture'],
  contacts: ['name', 'phone', 'note'],
};

/** Finds a misspelt key: yup drops unknown ones. */
function unknownKeyOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const other = Object.keys(raw).find((key) => !Object.hasOwn(known, key));
  if (other !== undefined) return `Unknown key: ${other}`;
  for (const [list, keys] of Object.entries(known))
    for (const [place, row] of [(raw as Rows)[list as keyof Rows] ?? []].flat().entries()) {
      const unknown = Object.keys(row ?? {}).find((key) => !keys.includes(key));
      if (unknown !== undefined) return `${list}[${place}]: Unknown key: ${unknown}`;
    }
  return null;
}

/** Reads the text of an orders file. @returns the orders, or the first problem with its place. */
export function readOrders(text: string) {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { problem: orderMessages.notJson };
  }
  const unknown = unknownKeyOf(raw);
  if (unknown !== null) return { problem: unknown };
  try {
    return { orders: orderRules.validateSync(raw) };
  } catch (error) {
    const { path = '', message = '' } = error as { path?: string; message?: string };
    return { problem: path ? `${path}: ${message}` : message };
  }
}

/** The problem of an orders file; null if there is none. */
export const ordersProblem = (text: string): string | null => readOrders(text).problem ?? null;
