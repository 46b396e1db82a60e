import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { notificationSettings } from '../_kernel/guard';
import { anything, id, optionalNumber } from '../_kernel/shapes';
import { registrationMessages, updateGuardInput } from './guards.registration';

/**
 * Saves the registration, and Edit Profile (EDITPROFILE-33). The token decides whose; 403 for any other id, and with `data.nextStep`
 * before the step of the registration. 409 naming the field: e-mail or mobile number are another guard's.
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

/** A partial update of the position (degrees, both or none) and the notification settings. A field that is left out stays. No screen calls it (EDITPROFILE-33). */
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
