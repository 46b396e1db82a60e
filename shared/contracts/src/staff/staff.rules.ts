import { type StaffRole, staffRoles } from '../_kernel/staff';

/** A key ends after a year at most: then somebody has to say again that its person still works here. */
export const keyLivesAtMostDays = 366;

export const staffMessages = {
  name: 'Name whose key it is',
  role: `Name a role: ${staffRoles.join(', ')}`,
  expires: 'Name the last day of the key (YYYY-MM-DD): from today on, a year ahead at most',
  unknownKey: 'There is no such key.',
  missing: 'The staff key is missing or not right.',
  expired: 'This staff key has expired. Ask for another one.',
  revoked: 'This staff key was revoked.',
  rehearsalOnly: 'This call is for tests: no role of the staff may make it.',
  otherRole: (own: StaffRole, roles: readonly StaffRole[]) => `This call is for ${roles.join(' and ')}; your key is for ${own}.`,
} as const;
