import { limits } from './limits';
import { plainText } from './normalise';
import { existingDay, optionalText } from './shapes';
import { plainString, string } from './text';

export const personMessages = {
  firstNameRequired: 'First name is required', // SIGNUP-12
  firstNameInvalid: 'Please enter valid first name', // SIGNUP-13
  lastNameRequired: 'Last name is required', // SIGNUP-14
  lastNameInvalid: 'Please enter valid last name', // SIGNUP-15
  middleNameInvalid: 'Please enter valid middle name.', // SIGNUP-17
  mobileRequired: 'Mobile number is required', // SIGNUP-20, EDITPROFILE-18
  mobileInvalid: 'Please enter valid mobile number', // SIGNUP-21, EDITPROFILE-19
  dobRequired: 'Please select date of birth', // SIGNUP-18
  dobInvalid: 'Please enter valid date of birth', // SIGNUP-19
  licenceRequired: 'Security guard License Number is required', // SIGNUP-31
  licenceInvalid: 'Enter valid security guard license number', // SIGNUP-32
} as const;

const { name, licenceDigits } = limits;
const letters = new RegExp(`^\\p{L}{${name.min},${name.max}}$`, 'u');

/** 6 to 10 digits (SHARED-06). */
export const licencePattern = new RegExp(`^\\d{${licenceDigits.min},${licenceDigits.max}}$`);

const personName = (required: string, invalid: string) =>
  plainString().typeError(invalid).trim().required(required).matches(letters, { message: invalid, excludeEmptyString: true });

/** One to three words of letters. Edit Profile requires at least two letters in the first word (EDITPROFILE-31). */
export const middleNameOf = (least: 1 | 2) =>
  optionalText(name.max)
    .transform((value: unknown) => (typeof value === 'string' ? plainText(value) : value))
    .matches(new RegExp(`^\\p{L}{${least},}( \\p{L}+){0,2}$`, 'u'), {
      message: personMessages.middleNameInvalid,
      excludeEmptyString: true,
    });

export const personNames = () => ({
  firstName: personName(personMessages.firstNameRequired, personMessages.firstNameInvalid),
  middleName: middleNameOf(1), // SIGNUP-16
  lastName: personName(personMessages.lastNameRequired, personMessages.lastNameInvalid),
});

/** A date of birth, `YYYY-MM-DD`. The minimum age is checked by `isOfAge`, because it depends on today's date. */
export const dayOfBirth = () =>
  string()
    .typeError(personMessages.dobInvalid)
    .trim()
    .required(personMessages.dobRequired)
    .test('day', personMessages.dobInvalid, (value) => !value || existingDay(value));

/** Whether a person born on `dob` has the minimum age on `today`. A birthday on 29 February counts on 1 March. */
export const isOfAge = (dob: string, today: string): boolean => {
  const [year = '', month, day] = dob.split('-');
  return today >= `${Number(year) + limits.minimumAge}-${month}-${day}`;
};
