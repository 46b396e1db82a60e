import { array, type InferType, object, ValidationError } from 'yup';
import { type Clock, torontoDate } from '../_kernel/clock';
import { copy } from '../_kernel/copy';
import { type DocumentType, documentTypes } from '../_kernel/documentTypes';
import type { Guard } from '../_kernel/guard';
import { limits } from '../_kernel/limits';
import { dayOfBirth, isOfAge, licencePattern, personMessages, personNames } from '../_kernel/person';
import { mobile } from '../_kernel/phone';
import { clearableText, email, existingDay, id, optionalText, unlessStored } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { newOrStored, storedName, upload } from '../_kernel/upload';

/** 'first' during onboarding, 'second' after login (CODE-48). */
export const profileUpdates = ['first', 'second'] as const;
export type ProfileUpdate = (typeof profileUpdates)[number];

export const registrationMessages = {
  ...personMessages,
  mobileInvalid: 'Please enter valid Phone Number', // REG-20
  licenceImage: 'Please upload security registration image', // REG-21
  licenceExpiry: 'Please enter security registration expiry date', // REG-22
  typeRequired: 'Identification type is required', // REG-27
  numberRequired: 'Identification number is required', // REG-28
  numberInvalid: 'Please enter valid identification number', // REG-29
  fileRequired: 'Identification file is required', // REG-31
  employerRequired: 'Please enter the name of the employer',
  positionInvalid: 'Please enter valid position held name', // REG-39
  fromRequired: 'From date is required', // REG-40
  toRequired: 'To date is required', // REG-41
  order: 'To Date should be greater than From Date', // REG-42, REG-54
  dayInvalid: 'Please enter a valid date',
  specialityUnknown: 'Please choose a speciality from the list',
  oneNumber: 'The licence number and the security registration number must be the same',
  oneDocument: 'Please add at least one identification document', // REG-44
  documentsAtMost: `At most ${limits.identityRows} identification documents`,
  employersAtMost: `At most ${limits.employmentRows} employers`,
  photoInvalid: 'Please choose the profile photo again',
  refused: 'Please Fill Valid Data', // REG-51
  saved: 'Your details are saved.',
  emailTaken: 'This e-mail belongs to another guard. Please use another one.',
  mobileTaken: 'This mobile number belongs to another guard. Please use another one.',
} as const;
const messages = registrationMessages;

/** Only the API uses it. A guard with a second factor has a confirmed address; a code must confirm the new one, too. */
export const emailByCode = 'Please change your e-mail address in Settings, where a code confirms it.';

/** Mail to the previous address, because another person may have made the change. */
export const emailChanged = {
  subject: 'Your e-mail address was changed',
  body: (email: string) =>
    `You now log in to the Guard Portal with ${email}. If this was not you, please write to our support team right away.`,
} as const;

const licenceNumber = () =>
  plainString()
    .typeError(messages.licenceInvalid)
    .trim()
    .matches(licencePattern, { message: messages.licenceInvalid, excludeEmptyString: true });

const day = () => optionalText(40).test('day', messages.dayInvalid, (value) => !value || existingDay(value));

/** One row of the identification documents: a new file, or `idProof`, the name of the guard's stored file. */
export const identityRow = object({
  idType: string<DocumentType>()
    .typeError(messages.typeRequired)
    .transform((value: unknown) => (value === '' ? undefined : value))
    .oneOf([...documentTypes], messages.typeRequired)
    .required(messages.typeRequired), // REG-27, REG-55
  idNumber: plainString()
    .typeError(messages.numberInvalid)
    .trim()
    .required(messages.numberRequired)
    .max(limits.identityNumber, messages.numberInvalid)
    .matches(/^[\p{L}\d. -]+$/u, { message: messages.numberInvalid, excludeEmptyString: true }), // REG-28..30
  idProof: optionalText(90).matches(storedName, { message: messages.fileRequired, excludeEmptyString: true }),
  /** The original name of the guard's file, for display. */
  fileName: optionalText(255),
  file: upload(messages.fileRequired).test(
    'file',
    messages.fileRequired,
    (file, { parent }) => file !== undefined || Boolean((parent as { idProof?: string }).idProof),
  ), // REG-31
});

interface EmploymentFields {
  employerName?: unknown;
  projectName?: unknown;
  from?: unknown;
  to?: unknown;
  speciality?: unknown;
}

/** Whether a row is empty. Empty rows are neither validated nor stored (REG-43). */
export const isEmptyEmployment = ({ employerName, projectName, from, to, speciality }: EmploymentFields): boolean =>
  ![employerName, projectName, from, to, speciality].some(Boolean);

const isPosition = (typed: string) => /^\p{L}+( \p{L}+){0,2}$/u.test(typed) && typed.replaceAll(' ', '').length >= 3;
const parentOf = (context: { parent: unknown }) => context.parent as EmploymentFields;

/** One row of the previous employers; `speciality` is an id (REG-53). */
export const employmentRow = object({
  employerName: optionalText(limits.employer).test(
    'filled',
    messages.employerRequired,
    (value, context) => Boolean(value) || isEmptyEmployment(parentOf(context)),
  ),
  projectName: optionalText(limits.employer).test('position', messages.positionInvalid, (value, context) =>
    value ? isPosition(value) : isEmptyEmployment(parentOf(context)),
  ), // REG-39
  from: day().test('from', messages.fromRequired, (value, context) => Boolean(value) || !parentOf(context).to), // REG-40
  to: day()
    .test('to', messages.toRequired, (value, context) => Boolean(value) || !parentOf(context).from) // REG-41
    .test('order', messages.order, (value, context) => !value || !parentOf(context).from || value > String(parentOf(context).from)), // REG-42
  speciality: optionalText(64).matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
    message: messages.specialityUnknown,
    excludeEmptyString: true,
  }),
});

const documents = () =>
  array(identityRow).typeError(messages.oneDocument).min(1, messages.oneDocument).max(limits.identityRows, messages.documentsAtMost);
const employers = () => array(employmentRow).typeError(messages.employerRequired).max(limits.employmentRows, messages.employersAtMost);
const licenceImage = () => newOrStored(messages.licenceImage);

export const contactRules = {
  mobileNumber: mobile(messages.mobileInvalid, messages.mobileInvalid), // REG-20
  email: email(),
};

export type ContactField = keyof typeof contactRules;

/** Validates a contact that differs from the stored one; the stored one passes unchanged (EDITPROFILE-31). */
export function validateContact(field: ContactField, given: string | undefined, stored: string): { value: string; problem?: string } {
  if (given === undefined || given === stored) return { value: stored };
  try {
    return { value: contactRules[field].validateSync(given).toLowerCase() };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { value: stored, problem: error.message };
  }
}

const person = {
  ...personNames(),
  dob: dayOfBirth(),
  ...contactRules,
  /** Null removes the photo; a missing key leaves it unchanged. */
  profileImage: newOrStored(messages.photoInvalid).nullable(),
};
/** The fields about the person, as a form shows them. */
export const personFields = Object.keys(person) as (keyof typeof person)[];

/** The rules of every single field. The API stores each of them in the column of the same name, and both forms take them over. */
export const personalRules = {
  ...person,
  licenseNumber: licenceNumber().required(messages.licenceRequired), // REG-52
  securityRegistrationExpiryDate: string()
    .typeError(messages.licenceExpiry)
    .trim()
    .required(messages.licenceExpiry)
    .test('day', messages.licenceExpiry, (value) => !value || existingDay(value)), // REG-22
};

export type PersonalField = keyof typeof personalRules;
export const personalFields = Object.keys(personalRules) as PersonalField[];

/** The stored single fields as the registration and Edit Profile show them: missing text is empty, a missing picture is null. */
export const personalValues = (guard: Guard) => ({
  ...(Object.fromEntries(personalFields.map((name) => [name, guard[name] ?? ''])) as Record<PersonalField, string>),
  licenseNumber: guard.licenseNumber ?? guard.securityRegistrationNumber ?? '',
  profileImage: guard.profileImage || null,
  securityRegistrationDocument: guard.securityRegistrationDocument || null,
});

/** A registered guard may omit unchanged values. The same rules validate given values. */
const unlessLoggedIn =
  <Rule>(required: (rule: Rule) => Rule) =>
  ([update]: unknown[], rule: Rule): Rule =>
    update === 'second' ? rule : required(rule);

/**
 * The input of PATCH /guard/auth/update-guard/{id}. Edit Profile (profileUpdate 'second') makes the same call without documents and
 * employers: a missing list stays unchanged, a given list replaces the stored one. For 'second', the service validates contacts and middle
 * name, because stored values pass (EDITPROFILE-31). The age depends on today's date: `registrationRules` and the service check it. A missing
 * key keeps the stored value, so a build from before a new field does not erase it.
 */
export const updateGuardInput = object({
  id: id().required(),
  ...personalRules,
  middleName: clearableText(personalRules.middleName),
  mobileNumber: optionalText(limits.email).when('profileUpdate', ([update], rule) =>
    update === 'second' ? rule : contactRules.mobileNumber.required(messages.mobileInvalid),
  ),
  email: optionalText(limits.email).when('profileUpdate', ([update], rule) =>
    update === 'second' ? rule : contactRules.email.required(copy.emailRequired),
  ),
  profileUpdate: string<ProfileUpdate>()
    .oneOf([...profileUpdates], 'Unknown choice')
    .required('Unknown choice'),
  securityRegistrationNumber: licenceNumber().test(
    'one number',
    messages.oneNumber,
    (value, { parent }) => !value || value === (parent as { licenseNumber?: string }).licenseNumber,
  ), // REG-52
  securityRegistrationDocument: licenceImage().when(
    'profileUpdate',
    unlessLoggedIn((rule) => rule.required(messages.licenceImage)),
  ),
  identityDocuments: documents().when(
    'profileUpdate',
    unlessLoggedIn((rule) => rule.required(messages.oneDocument)),
  ),
  employmentDetails: employers(),
});

/** The rules of the registration form; `registrationCall` creates the call's input. `stored`: current contacts of a logged-in guard. */
export const registrationRules = (clock: Clock, stored?: { email: string; mobileNumber: string }) =>
  object({
    ...personalRules,
    mobileNumber: unlessStored(personalRules.mobileNumber, stored?.mobileNumber),
    email: unlessStored(personalRules.email, stored?.email),
    dob: dayOfBirth().test('age', messages.dobInvalid, (value) => !value || isOfAge(value, torontoDate(clock.now()))),
    securityRegistrationDocument: licenceImage().required(messages.licenceImage), // REG-21
    identityDocuments: documents().required(messages.oneDocument),
    employmentDetails: employers().required(),
  });
export type Registration = InferType<ReturnType<typeof registrationRules>>;

/** Converts the form's values to the call's input: the licence number under both keys (REG-52), empty employer rows in place. */
export const registrationCall = (guardId: string, profileUpdate: ProfileUpdate, values: Registration) => ({
  ...values,
  id: guardId,
  profileUpdate,
  securityRegistrationNumber: values.licenseNumber,
});
