import { string } from 'yup';
import { must } from './rules';

/** The entries of a setting with commas between them; spaces and empty entries are dropped. */
export const splitList = (text = '') =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** A contact for an SOS. */
export interface SosContact {
  /** An e-mail address or a mobile number. */
  to: string;
  /** Shown to the guard when this contact acknowledges, and stored in the audit. */
  name: string;
}

/** Name of a contact without a name in the settings. */
const UNNAMED = 'Dispatch';
const LONGEST_NAME = 60;

function contactOf(text: string): SosContact {
  const [, name = '', address] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
  return { to: (address ?? text).trim(), name: name.trim() || UNNAMED };
}
export const contactsOf = (text: string | undefined): SosContact[] => splitList(text).map(contactOf);

const isAddress = (to: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(to) || /^(\+\d{8,15}|\d{10})$/.test(to);

/** E-mail addresses and mobile numbers with commas between them, each as it is or in the form `Day desk <desk@example.com>`. */
export const contacts = () =>
  string().test({
    message: must('be e-mail addresses and mobile numbers with commas between them, such as "Day desk <desk@example.com>"'),
    test: (text = '') => contactsOf(text).every(({ to, name }) => name.length <= LONGEST_NAME && isAddress(to)),
  });

/** Origins of browsers' pages, with commas between them. */
export const origins = () =>
  string().test({
    message: must('be origins such as https://app.example.com with commas between them'),
    test: (text = '') => splitList(text).every((one) => /^https?:/.test(one) && URL.canParse(one) && new URL(one).origin === one),
  });
