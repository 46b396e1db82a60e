import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { type Guard, guardShape, notificationSettings } from '../_kernel/guard';
import { limits } from '../_kernel/limits';
import { anything, decimal, guardName, id, nothing } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { bankInput, bankMessages, bankShape, rotationShape } from './guards.bank';
import { workProfileInput, workProfileMessages } from './guards.work-profile';

/** Another guard API may send the guard directly as `data` (API-GUARD-05). */
const readGuard = (data: unknown) =>
  typeof data === 'object' && data !== null && !('guard' in data) ? { guard: data as Guard } : (data as { guard: Guard });

/** The token decides whose profile it is; another guard's id is refused. */
export const profile = endpoint({
  id: 'guards.profile',
  method: 'GET',
  path: '/guard/profile/:id',
  auth: 'bearer',
  input: object({ id: id().required() }),
  output: object({ guard: guardShape.required() }),
  read: readGuard,
});

/** Money as exact decimals in dollars, hours as a decimal, rating 0 to 5 (0: none yet). */
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
 * Saves the work profile, at its step or with nothing left to do; only the code of the reply counts (API-GUARD-18).
 * 403 another guard's id, or another step comes first; 400 an unknown speciality.
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
 * Saves where the guard is paid; the password is asked again. 400 at `password` when it is not theirs; 429 after many wrong ones. The payout
 * option is chosen once: 409 when another one is asked for (AUTHZ-22, BANK-22). From then on every reply has the last digits only.
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

/** Where a guard is paid, in full, for who pays. 404 when it is not known. */
export const readBank = endpoint({
  id: 'guards.read-bank',
  method: 'GET',
  path: '/guards/bank-details',
  auth: 'staff',
  roles: ['finance'],
  input: object({ guard: guardName() }),
  output: bankShape,
});

/** Seals the next bank details anew under the first key of PORTAL_SECRET_KEYS: a batch each time, none of them twice. */
export const rotateKeys = endpoint({
  id: 'guards.rotate-keys',
  method: 'POST',
  path: '/guards/rotate-keys',
  auth: 'staff',
  roles: ['ops'],
  input: object({ after: id().optional() }),
  output: rotationShape,
});

/** Saves which news reach the guard, and how. */
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
const staffGuard = (act: string, input = byGuard()) =>
  endpoint({
    id: `guards.${act}`,
    method: 'POST',
    path: `/guards/${act}`,
    auth: 'staff',
    roles: ['support', 'ops'],
    input,
    output: staffGuardShape,
  });

export const approveGuard = staffGuard('approve');
export const suspendGuard = staffGuard('suspend');
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

/** Accounts with e-mail addresses that look the same: only the first of each list can log in. `stored` writes marks without a picture as `\\u{200b}`. */
export const emailCollisions = endpoint({
  id: 'guards.email-collisions',
  method: 'GET',
  path: '/guards/email-collisions',
  auth: 'staff',
  roles: ['support', 'ops'],
  input: nothing(),
  output: array(
    object({
      email: string().required(),
      guards: array(object({ id: string().required(), stored: string().required(), status: number().required() }).required()).required(),
    }).required(),
  ).required(),
});

/** Makes a marked test guard, complete and approved unless `step` names where the onboarding stops. */
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
    /** What was credited already: dollars. */
    inHand: string().matches(/^\d{1,6}(\.\d{1,2})?$/, 'Not an amount'),
  }),
  output: object({
    id: string().required(),
    email: string().required(),
    password: string().required(),
    status: number().required(),
    nextStep: string().required(),
  }),
});

/** Removes a guard that `make` made and marked, with everything that is theirs; refuses any other. */
export const removeGuard = endpoint({
  id: 'guards.remove',
  method: 'POST',
  path: '/guards/remove',
  auth: 'staff',
  roles: 'rehearsal',
  input: byGuard(),
  output: object({ removed: array(string().required()).required() }),
});
