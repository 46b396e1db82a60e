import { type InferType, object, string } from 'yup';
import { type Clock, torontoDate } from '../_kernel/clock';
import { copy } from '../_kernel/copy';
import { limits } from '../_kernel/limits';
import { isOfAge, licencePattern, middleNameOf, personMessages, personNames } from '../_kernel/person';
import { email, existingDay } from '../_kernel/shapes';
import { documentFileTypes, isFileOf, newOrStored } from '../_kernel/upload';
import { type ProfileUpdate, registrationMessages } from './guards.registration';

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

/** What the Edit Profile form holds: e-mail and mobile number are shown, not changed here. The age and the expiry need today's date. */
export const editProfileRules = (clock: Clock) =>
  object({
    ...personNames(),
    middleName: middleNameOf(2),
    dob: string()
      .typeError(messages.dobInvalid)
      .trim()
      .required(personMessages.dobRequired)
      .test('age', messages.dobInvalid, (value) => !value || (existingDay(value) && isOfAge(value, torontoDate(clock.now())))),
    licenseNumber: string()
      .typeError(messages.licenceInvalid)
      .trim()
      .matches(licencePattern, messages.licenceInvalid)
      .required(messages.licenceInvalid),
    securityRegistrationExpiryDate: string()
      .typeError(messages.expiryRequired)
      .trim()
      .required(messages.expiryRequired)
      .test('day', messages.expiryRequired, (value) => !value || existingDay(value))
      .test('passed', messages.expiryPassed, (value) => !value || !existingDay(value) || value >= torontoDate(clock.now())), // EDITPROFILE-23
    /** Null takes the photo away. */
    profileImage: image().nullable(),
    securityRegistrationDocument: image(),
  });
export type EditedProfile = InferType<ReturnType<typeof editProfileRules>>;

/** What is said of the contacts that the guard cannot change here; it stops nobody from saving (EDITPROFILE-29). */
export const contactProblems = (contacts: { email: string; mobileNumber: string }) => ({
  email: email().isValidSync(contacts.email) ? undefined : copy.emailInvalid,
  mobileNumber:
    contacts.mobileNumber === ''
      ? personMessages.mobileRequired
      : new RegExp(`^\\d{${limits.mobileDigits},}$`).test(contacts.mobileNumber)
        ? undefined
        : personMessages.mobileInvalid,
});

/** The form's values as the call takes them: the one number under both keys (REG-52), neither contacts nor lists. */
export const editProfileCall = (guardId: string, values: EditedProfile) => ({
  ...values,
  id: guardId,
  profileUpdate: 'second' satisfies ProfileUpdate as ProfileUpdate,
  securityRegistrationNumber: values.licenseNumber,
});
