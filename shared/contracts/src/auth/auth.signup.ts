import { boolean, number, object, ref, string } from 'yup';
import { type Clock, torontoDate } from '../_kernel/clock';
import { limits } from '../_kernel/limits';
import { email, optionalText } from '../_kernel/shapes';
import { newPassword, passwordMessages } from './auth.passwords';
import { device } from './auth.rules';

export const signupMessages = {
  firstNameRequired: 'First name is required', // SIGNUP-12
  firstNameInvalid: 'Please enter valid first name', // SIGNUP-13
  lastNameRequired: 'Last name is required', // SIGNUP-14
  lastNameInvalid: 'Please enter valid last name', // SIGNUP-15
  middleNameInvalid: 'Please enter valid middle name.', // SIGNUP-17
  dobRequired: 'Please select date of birth', // SIGNUP-18
  dobInvalid: 'Please enter valid date of birth', // SIGNUP-19
  mobileRequired: 'Mobile number is required', // SIGNUP-20
  mobileInvalid: 'Please enter valid mobile number', // SIGNUP-21
  licenceQuestion: 'Are you licensed in Ontario?', // SIGNUP-10
  licenceUnanswered: 'Please choose yes or no',
  licenceRequired: 'Security guard License Number is required', // SIGNUP-31
  licenceInvalid: 'Enter valid security guard license number', // SIGNUP-32
  registered: 'You are registered.',
  emailKnown: 'This e-mail is registered already. Please log in, or use another one.',
  mobileKnown: 'This mobile number is registered already. Please log in, or use another one.',
} as const;

const { name, mobileDigits, licenceDigits } = limits;
const letters = new RegExp(`^\\p{L}{${name.min},${name.max}}$`, 'u');
const digits = new RegExp(`^\\d{${licenceDigits.min},${licenceDigits.max}}$`);

const personName = (required: string, invalid: string) =>
  string().typeError(invalid).trim().required(required).matches(letters, { message: invalid, excludeEmptyString: true });

/** `+1 (416) 555-0123` as `4165550123`: what people paste. Anything else stays as it is, for the rule to name. */
export const plainMobile = (typed: string): string =>
  typed.replace(/[\s().-]/g, '').replace(new RegExp(`^\\+?1(?=\\d{${mobileDigits}}$)`), '');

const existingDay = (value: string | undefined) => {
  if (!value) return true;
  const day = new Date(`${value}T00:00:00Z`);
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};

/** Whether somebody born on a civil date has the minimum age on another one: their birthday counts, a 29 February counts on 1 March. */
export const isOfAge = (dob: string, today: string): boolean => {
  const [year = '', month, day] = dob.split('-');
  return today >= `${Number(year) + limits.minimumAge}-${month}-${day}`;
};

const dob = () =>
  string()
    .typeError(signupMessages.dobInvalid)
    .trim()
    .required(signupMessages.dobRequired)
    .test('day', signupMessages.dobInvalid, existingDay);

/** All but the age, which needs today's date: `signupRules` has it. */
const fields = object({
  firstName: personName(signupMessages.firstNameRequired, signupMessages.firstNameInvalid),
  middleName: optionalText(name.max).matches(/^\p{L}+( \p{L}+){0,2}$/u, {
    message: signupMessages.middleNameInvalid,
    excludeEmptyString: true,
  }), // SIGNUP-16
  lastName: personName(signupMessages.lastNameRequired, signupMessages.lastNameInvalid),
  dob: dob(),
  mobileNumber: string()
    .typeError(signupMessages.mobileInvalid)
    .transform((value: unknown) => (typeof value === 'string' ? plainMobile(value) : value))
    .required(signupMessages.mobileRequired)
    .matches(new RegExp(`^\\d{${mobileDigits}}$`), { message: signupMessages.mobileInvalid, excludeEmptyString: true }),
  email: email(), // SIGNUP-22..24
  password: newPassword(),
  isLicense: boolean().typeError(signupMessages.licenceUnanswered).required(signupMessages.licenceUnanswered),
  licenseNumber: string()
    .typeError(signupMessages.licenceInvalid)
    .trim()
    // SIGNUP-33, SIGNUP-41: without the flag there is no number.
    .when('isLicense', ([isLicense], rule) =>
      isLicense
        ? rule
            .required(signupMessages.licenceRequired)
            .matches(digits, { message: signupMessages.licenceInvalid, excludeEmptyString: true })
        : rule.transform(() => undefined),
    ),
});

export const registerInput = fields.shape({
  deviceToken: optionalText(4096).default('web'),
  deviceId: optionalText(64).default(device.deviceId),
  deviceType: number().default(device.deviceType),
});

/** What the form holds: the call's fields, the age on Toronto's civil date, and the password twice. */
export const signupRules = (clock: Clock) =>
  fields.shape({
    dob: dob().test('age', signupMessages.dobInvalid, (value) => !value || isOfAge(value, torontoDate(clock.now()))), // SIGNUP-19
    confirmPassword: string()
      .default('')
      .oneOf([ref('password')], passwordMessages.mismatch), // SIGNUP-30
  });
