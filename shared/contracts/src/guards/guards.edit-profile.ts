import { type InferType, object } from 'yup';
import { type Clock, torontoDate } from '../_kernel/clock';
import { copy } from '../_kernel/copy';
import type { Guard } from '../_kernel/guard';
import { limits } from '../_kernel/limits';
import { isOfAge, licencePattern, middleNameOf, personMessages } from '../_kernel/person';
import { email, existingDay, unlessStored } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { documentFileTypes, isFileOf, newOrStored } from '../_kernel/upload';
import { type ProfileUpdate, personalRules, registrationMessages } from './guards.registration';

export const editProfileMessages = {
  dobInvalid: 'Please valid date of birth', // EDITPROFILE-20
  licenceInvalid: copy.documentNumberInvalid, // EDITPROFILE-21
  expiryRequired: registrationMessages.licenceExpiry, // EDITPROFILE-22
  expiryPassed: 'The expiry date cannot be before today',
  fileType: copy.fileType, // EDITPROFILE-25
  failed: 'Something went wrong!', // EDITPROFILE-28
} as const;
const messages = editProfileMessages;

const image = () =>
  newOrStored(messages.fileType).test(
    'type',
    messages.fileType,
    (value) => !(value instanceof File) || isFileOf(documentFileTypes, value), // EDITPROFILE-32
  );

const { email: _email, mobileNumber: _mobileNumber, ...formRules } = personalRules;

/**
 * The rules of the Edit Profile form. It displays e-mail and mobile number without changing them. Age and expiry depend on today's date. A
 * value in `stored` passes unchanged (EDITPROFILE-31).
 */
export const editProfileRules = (clock: Clock, stored: Readonly<Record<string, unknown>> = {}) => {
  const dob = string()
    .typeError(messages.dobInvalid)
    .trim()
    .required(personMessages.dobRequired)
    .test('age', messages.dobInvalid, (value) => !value || (existingDay(value) && isOfAge(value, torontoDate(clock.now()))));
  const licenseNumber = plainString()
    .typeError(messages.licenceInvalid)
    .trim()
    .matches(licencePattern, messages.licenceInvalid)
    .required(messages.licenceInvalid);
  const securityRegistrationExpiryDate = string()
    .typeError(messages.expiryRequired)
    .trim()
    .required(messages.expiryRequired)
    .test('day', messages.expiryRequired, (value) => !value || existingDay(value))
    .test('passed', messages.expiryPassed, (value) => !value || !existingDay(value) || value >= torontoDate(clock.now())); // EDITPROFILE-23
  const rules = { ...formRules, middleName: middleNameOf(2), dob, licenseNumber, securityRegistrationExpiryDate };
  const unlessUnchanged = Object.entries(rules).map(([name, rule]) => [name, unlessStored(rule, stored[name])]);
  return object({
    ...(Object.fromEntries(unlessUnchanged) as typeof rules),
    /** Null removes the photo. */
    profileImage: image().nullable(),
    securityRegistrationDocument: image(),
  });
};
export type EditedProfile = InferType<ReturnType<typeof editProfileRules>>;

/** Messages about contacts that this form cannot change. They do not prevent saving (EDITPROFILE-29). */
export const contactProblems = (contacts: { email: string; mobileNumber: string }) => ({
  email: email().isValidSync(contacts.email) ? undefined : copy.emailInvalid,
  mobileNumber:
    contacts.mobileNumber === ''
      ? personMessages.mobileRequired
      : new RegExp(`^\\d{${limits.mobileDigits},}$`).test(contacts.mobileNumber)
        ? undefined
        : personMessages.mobileInvalid,
});

/** Converts the form's values to the input of the call: unchanged contacts, the licence number under both keys (REG-52), no lists. */
export const editProfileCall = ({ id, email, mobileNumber }: Pick<Guard, 'id' | 'email' | 'mobileNumber'>, values: EditedProfile) => ({
  ...values,
  email,
  mobileNumber,
  id,
  profileUpdate: 'second' satisfies ProfileUpdate as ProfileUpdate,
  securityRegistrationNumber: values.licenseNumber,
});
