import type { Guard } from '@portal/contracts/_kernel/guard';
import { personalValues } from '@portal/contracts/guards/guards.registration';

/** The guard as form values. */
export const valuesOf = (guard: Guard) => {
  const { email: _email, mobileNumber: _mobileNumber, ...values } = personalValues(guard);
  return values;
};

/** The labels of fields that the guard still has to fill in. */
export function missingFields(values: Readonly<Record<string, unknown>>): string[] {
  const parts = [
    { label: 'your name', names: ['firstName', 'lastName'] },
    { label: 'your date of birth', names: ['dob'] },
    { label: 'your licence number', names: ['licenseNumber'] },
    { label: 'the expiry date of your licence', names: ['securityRegistrationExpiryDate'] },
  ];
  return parts.filter(({ names }) => !names.every((name) => values[name])).map(({ label }) => label);
}
