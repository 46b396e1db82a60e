import { type StaffRole, staffRoles } from '../_kernel/staff';

/** A key is valid for one year at most. Creating a new one makes staff check that its owner still works here. */
export const keyLivesAtMostDays = 366;

/** The line of the audit that a repeated write refers to. */
export interface EarlierCall {
  number: number;
  at: string;
  reference: string;
}

export const staffMessages = {
  name: 'Name whose key it is',
  role: `Name a role: ${staffRoles.join(', ')}`,
  expires: 'Name the last day of the key (YYYY-MM-DD): from today on, a year ahead at most',
  unknownKey: 'There is no such key.',
  missing: 'The staff key is missing or not right.',
  expired: 'This staff key has expired. Ask for another one.',
  revoked: 'This staff key was revoked.',
  doneBefore: ({ number, at, reference }: EarlierCall) =>
    `This was done already, as act ${number} at ${at}. Its answer is not kept; the audit says what it changed, under the reference ${reference}.`,
  otherInput: ({ number, at }: EarlierCall) =>
    `This Idempotency-Key was used for something else: for act ${number} at ${at}. Send what is new under another key.`,
  rehearsalOnly: 'This call is for tests: no role of the staff may make it.',
  otherRole: (own: StaffRole, roles: readonly StaffRole[]) => `This call is for ${roles.join(' and ')}; your key is for ${own}.`,
} as const;
