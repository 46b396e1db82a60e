import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { type Guard, guardShape, notificationSettings } from '../_kernel/guard';
import { limits } from '../_kernel/limits';
import { anything, civilDate, decimal, guardName, id } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { bankInput, bankMessages, bankShape, rotationShape } from './guards.bank';
import { workProfileInput, workProfileMessages } from './guards.work-profile';

/** Another guard API may reply with the guard directly in `data` (API-GUARD-05). */
const readGuard = (data: unknown) =>
  typeof data === 'object' && data !== null && !('guard' in data) ? { guard: data as Guard } : (data as { guard: Guard });

/** The token decides which profile is returned. 403: another guard's id. */
export const profile = endpoint({
  id: 'guards.profile',
  method: 'GET',
  path: '/guard/profile/:id',
  auth: 'bearer',
  input: object({ id: id().required() }),
  output: object({ guard: guardShape.required() }),
  read: readGuard,
});

/** Amounts are exact decimals in dollars, hours a decimal, the rating 0 to 5 (0: none yet). */
export const profileSummary = endpoint({
  id: 'guards.summary',
  method: 'GET',
  path: '/guard/profile-summary/:id',
  auth: 'approved',
  input: object({ id: id().required() }),
  output: object({
    totalEarning: decimal().required(),
    eWallet: decimal().required(),
    hoursWorked: decimal().required(),
    rating: number().required(),
  }),
});

/**
 * Saves the work profile, during its onboarding step or afterwards. Clients read only the code of the reply (API-GUARD-18). 403: another
 * guard's id, or another step comes first. 400: unknown speciality.
 */
export const saveWorkProfile = endpoint({
  id: 'guards.work-profile',
  method: 'PATCH',
  path: '/guard/work-profile/:id',
  auth: 'bearer',
  input: workProfileInput,
  output: anything(),
  always: ['id', 'fullAddress2', 'landMark', 'country', 'lat', 'lng'], // API-GUARD-17
  ok: 'Your work profile is saved.',
  silent: { otherwise: workProfileMessages.notSaved }, // WORKPROFILE-31
});

/**
 * Saves the bank details; requires a confirmed session. 400 marks a wrong `password`, which the previous release sends. The payout option
 * can be chosen only once: 409 for another one (AUTHZ-22, BANK-22). Later replies contain only the last digits.
 */
export const saveBank = endpoint({
  id: 'guards.bank',
  method: 'PATCH',
  path: '/guard/bank-details/:id',
  auth: 'approved',
  confirmed: true,
  input: bankInput,
  output: anything(),
  ok: bankMessages.saved,
});

/** The complete bank details of a guard, for staff who pay. 404: there are none. */
export const readBank = endpoint({
  id: 'guards.read-bank',
  method: 'GET',
  path: '/guards/bank-details',
  auth: 'staff',
  roles: ['finance'],
  input: object({ guard: guardName() }),
  output: bankShape,
});

/** Re-encrypts bank details with the first key of PORTAL_SECRET_KEYS, one batch per call. No row is re-encrypted twice. */
export const rotateKeys = endpoint({
  id: 'guards.rotate-keys',
  method: 'POST',
  path: '/guards/rotate-keys',
  auth: 'staff',
  roles: ['ops'],
  input: object({ after: id().optional() }),
  output: rotationShape,
});

/** Saves which notifications the guard receives, and how. */
export const saveNotificationSettings = endpoint({
  id: 'guards.notification-settings',
  method: 'PATCH',
  path: '/guard/notification-settings/:id',
  auth: 'approved',
  input: notificationSettings.shape({ id: id().required() }),
  output: anything(),
  ok: 'Your notification settings are saved.',
});

export const staffGuardShape = object({
  id: string().required(),
  email: string().required(),
  status: number().required(),
  nextStep: string().required(),
});

const byGuard = () => object({ guard: guardName() });
const staffGuardEndpoint = (act: string, input = byGuard()) =>
  endpoint({
    id: `guards.${act}`,
    method: 'POST',
    path: `/guards/${act}`,
    auth: 'staff',
    roles: ['support', 'ops'],
    input,
    output: staffGuardShape,
  });

export const approveGuard = staffGuardEndpoint('approve');
export const suspendGuard = staffGuardEndpoint('suspend');
export const setLicence = endpoint({
  id: 'guards.set-licence',
  method: 'POST',
  path: '/guards/set-licence',
  auth: 'staff',
  roles: ['support'],
  input: byGuard().shape({
    licenseNumber: plainString()
      .required()
      .matches(new RegExp(`^\\d{${limits.licenceDigits.min},${limits.licenceDigits.max}}$`), 'A licence number has 6 to 10 digits'),
  }),
  output: staffGuardShape,
});

/** Creates a test guard, complete and approved unless `step` names the onboarding step where they stop. */
export const makeGuard = endpoint({
  id: 'guards.make',
  method: 'POST',
  path: '/guards/make',
  auth: 'staff',
  roles: 'rehearsal',
  input: object({
    email: plainString().email(),
    password: string(),
    firstName: string(),
    lastName: string(),
    step: string().oneOf(['licence', 'privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval', 'done']),
    /** The credit in the wallet, in dollars. */
    inHand: string().matches(/^\d{1,6}(\.\d{1,2})?$/, 'Not an amount'),
    /** The last day of the licence; without it the profile does not say. */
    licenceUntil: civilDate(),
  }),
  output: object({
    id: string().required(),
    email: string().required(),
    password: string().required(),
    status: number().required(),
    nextStep: string().required(),
  }),
});

/** Removes a guard that `makeGuard` created, with all their data. Refuses any other guard. */
export const removeGuard = endpoint({
  id: 'guards.remove',
  method: 'POST',
  path: '/guards/remove',
  auth: 'staff',
  roles: 'rehearsal',
  input: byGuard(),
  output: object({ removed: array(string().required()).required() }),
});
