import type { Guard } from '@portal/contracts/_kernel/guard';
import { personalValues } from '@portal/contracts/guards/guards.registration';

/** The guard as the form shows them. */
export const valuesOf = (guard: Guard) => {
  const { email: _email, mobileNumber: _mobileNumber, ...values } = personalValues(guard);
  return values;
};

/** What a guard still has to fill in, in their words. */
export function missing(values: Readonly<Record<string, unknown>>): string[] {
  const parts = [
    { what: 'your name', names: ['firstName', 'lastName'] },
    { what: 'your date of birth', names: ['dob'] },
    { what: 'your licence number', names: ['licenseNumber'] },
    { what: 'the expiry date of your licence', names: ['securityRegistrationExpiryDate'] },
  ];
  return parts.filter(({ names }) => !names.every((name) => values[name])).map(({ what }) => what);
}
