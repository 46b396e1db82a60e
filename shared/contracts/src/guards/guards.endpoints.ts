import { number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { type Guard, guardShape, notificationSettings } from '../_kernel/guard';
import { anything, decimal, id } from '../_kernel/shapes';
import { bankInput, bankMessages } from './guards.bank';
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
