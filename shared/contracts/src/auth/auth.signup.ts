import { boolean, number, object, ref } from 'yup';
import { type Clock, torontoDate } from '../_kernel/clock';
import { dayOfBirth, isOfAge, licencePattern, personMessages, personNames } from '../_kernel/person';
import { mobile } from '../_kernel/phone';
import { email, optionalText } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { newPassword, passwordMessages } from './auth.passwords';
import { device } from './auth.rules';

export const signupMessages = {
  ...personMessages,
  licenceQuestion: 'Are you licensed in Ontario?', // SIGNUP-10
  licenceUnanswered: 'Please choose yes or no',
  registered: 'You are registered.',
  emailKnown: 'This e-mail is already registered. Please log in, or use another one.',
  mobileKnown: 'This mobile number is already registered. Please log in, or use another one.',
} as const;

/** Every field except the age, which depends on today's date: `signupRules` checks it. */
const fields = object({
  ...personNames(),
  dob: dayOfBirth(),
  mobileNumber: mobile(signupMessages.mobileRequired, signupMessages.mobileInvalid),
  email: email(), // SIGNUP-22..24
  password: newPassword(),
  isLicense: boolean().typeError(signupMessages.licenceUnanswered).required(signupMessages.licenceUnanswered),
  licenseNumber: plainString()
    .typeError(signupMessages.licenceInvalid)
    .trim()
    // SIGNUP-33, SIGNUP-41: without the flag the number is removed.
    .when('isLicense', ([isLicense], rule) =>
      isLicense
        ? rule
            .required(signupMessages.licenceRequired)
            .matches(licencePattern, { message: signupMessages.licenceInvalid, excludeEmptyString: true })
        : rule.transform(() => undefined),
    ),
});

export const registerInput = fields.shape({
  deviceToken: optionalText(4096).default('web'),
  deviceId: optionalText(64).default(device.deviceId),
  deviceType: number().default(device.deviceType),
});

/** The rules of the form: the input of the call, the age on Toronto's civil date, and the password twice. */
export const signupRules = (clock: Clock) =>
  fields.shape({
    dob: dayOfBirth().test('age', signupMessages.dobInvalid, (value) => !value || isOfAge(value, torontoDate(clock.now()))), // SIGNUP-19
    confirmPassword: string()
      .default('')
      .oneOf([ref('password')], passwordMessages.mismatch), // SIGNUP-30
  });
