import { limits } from './limits';
import { plainText } from './normalise';
import { existingDay, optionalText } from './shapes';
import { plainString, string } from './text';

/** What the sign-up and the registration both say of a person. */
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

/** One to three words of letters; Edit Profile asks for two letters in the first one (EDITPROFILE-31). */
export const middleNameOf = (least: 1 | 2) =>
  optionalText(name.max)
    .transform((value: unknown) => (typeof value === 'string' ? plainText(value) : value))
    .matches(new RegExp(`^\\p{L}{${least},}( \\p{L}+){0,2}$`, 'u'), {
      message: personMessages.middleNameInvalid,
      excludeEmptyString: true,
    });

/** firstName, middleName and lastName of a schema. */
export const personNames = () => ({
  firstName: personName(personMessages.firstNameRequired, personMessages.firstNameInvalid),
  middleName: middleNameOf(1), // SIGNUP-16
  lastName: personName(personMessages.lastNameRequired, personMessages.lastNameInvalid),
});

/** A day of birth, `YYYY-MM-DD`; the age needs today's date: `isOfAge`. */
export const dayOfBirth = () =>
  string()
    .typeError(personMessages.dobInvalid)
    .trim()
    .required(personMessages.dobRequired)
    .test('day', personMessages.dobInvalid, (value) => !value || existingDay(value));

/** Whether somebody born on a civil date has the minimum age on another one: their birthday counts, a 29 February counts on 1 March. */
export const isOfAge = (dob: string, today: string): boolean => {
  const [year = '', month, day] = dob.split('-');
  return today >= `${Number(year) + limits.minimumAge}-${month}-${day}`;
};
