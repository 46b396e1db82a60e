import { number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { notificationSettings } from '../_kernel/guard';
import { anything, id } from '../_kernel/shapes';
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
  output: object({ id: id().required() }),
  ok: registrationMessages.saved,
});

/** A partial update of the position (degrees, both or none) and the notification settings (EDITPROFILE-33). What is left out stays. */
export const updateProfile = endpoint({
  id: 'guards.update-profile',
  method: 'POST',
  path: '/guard/profile/:id',
  auth: 'bearer',
  input: object({
    id: id().required(),
    lat: number().min(-90, 'Not a latitude').max(90, 'Not a latitude'),
    lng: number().min(-180, 'Not a longitude').max(180, 'Not a longitude'),
    notificationSettings: notificationSettings.optional().default(undefined),
  }),
  output: anything(),
});
