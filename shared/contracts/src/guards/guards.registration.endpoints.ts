import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { notificationSettings } from '../_kernel/guard';
import { anything, id, optionalNumber } from '../_kernel/shapes';
import { registrationMessages, updateGuardInput } from './guards.registration';

/**
 * Saves the registration and Edit Profile (EDITPROFILE-33). 403: an id that is not the token's, or, with `data.nextStep`, an earlier
 * onboarding step is missing. 409 marks an e-mail or mobile number of another guard.
 */
export const updateGuard = endpoint({
  id: 'guards.update',
  method: 'PATCH',
  path: '/guard/auth/update-guard/:id',
  auth: 'bearer',
  body: 'multipart',
  jsonRows: { identityDocuments: 'identityFile', employmentDetails: null }, // API-GUARD-11..13
  input: updateGuardInput,
  always: ['middleName', 'securityRegistrationDocument'], // API-GUARD-08, API-GUARD-09
  output: object({ id: id().required() }),
  ok: registrationMessages.saved,
});

const degrees = (most: number, message: string, other: 'lat' | 'lng') =>
  optionalNumber()
    .min(-most, message)
    .max(most, message)
    .test('both', 'Latitude and longitude belong together', (value, { parent }) => (value === undefined) === (parent[other] === undefined));

/** Updates the position (degrees, both or none) and notification settings, if given. No screen calls it (EDITPROFILE-33). */
export const updateProfile = endpoint({
  id: 'guards.update-profile',
  method: 'POST',
  path: '/guard/profile/:id',
  auth: 'approved',
  input: object({
    id: id().required(),
    lat: degrees(90, 'Not a latitude', 'lng'),
    lng: degrees(180, 'Not a longitude', 'lat'),
    notificationSettings: notificationSettings.optional().default(undefined),
  }),
  output: anything(),
});
