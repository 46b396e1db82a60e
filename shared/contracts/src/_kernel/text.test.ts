import { changePasswordInput } from '../auth/auth.change-password';
import { loginRules } from '../auth/auth.rules';
import { registerInput } from '../auth/auth.signup';
import { writtenMessage } from '../chat/chat.rules';
import { identityRow } from '../guards/guards.registration';
import { workProfileRules } from '../guards/guards.work-profile';
import { otpRules } from '../onboarding/onboarding.otp';
import { normaliseFreeText, plainMobile, plainText, searchText } from './normalise';
import { email, optionalText } from './shapes';
import { visitor } from './visitor';

const zwsp = '\u200b';
const [zwnj, zwj] = ['\u200c', '\u200d'];
const [ltr, popDirection] = ['\u202d', '\u202c'];

it.each<[string, string, string]>([
  ['composes letters', 'Nguye\u0302\u0303n', 'Nguyễn'],
  ['removes a mark between a letter and its accent', `Cafe${zwsp}\u0301`, 'Café'],
  ['removes invisible marks', `a${zwsp}b\u2060c\ufeffd\u00ade`, 'abcde'],
  ['removes direction marks', `${ltr}416\u200e 555${popDirection}`, '416 555'],
  ['makes every space a space', 'a\u00a0b\u2009c\u202fd', 'a b c d'],
  ['keeps joiners', `می${zwnj}خواهم 👩${zwj}🚒 ❤\ufe0f`, `می${zwnj}خواهم 👩${zwj}🚒 ❤\ufe0f`],
  ['keeps dashes and line ends', 'Gate 4 — closed\n22:10', 'Gate 4 — closed\n22:10'],
])('free text: %s', (_, typed, read) => expect(normaliseFreeText(typed)).toBe(read));

it.each<[string, string, string]>([
  ['removes joiners', `Ma${zwj}ry${zwnj}`, 'Mary'],
  ['removes letters that have no picture', '\u3164\u115fAda', 'Ada'],
  ['makes every dash a hyphen', 'a\u2010b\u2011c\u2013d\u2014e\u2212f', 'a-b-c-d-e-f'],
])('plain text: %s', (_, typed, read) => expect(plainText(typed)).toBe(read));

it.each(['Café', 'Cafe\u0301', 'CAFE', `ca${zwsp}fé`])('reads the search %j as "cafe"', (typed) => expect(searchText(typed)).toBe('cafe'));

it.each(['\u202a+1\u00a0(416)\u00a0555\u20110123\u202c', '+1 416 555 0123', '14165550123', '416–555–0123'])(
  'reads the pasted phone number %j as ten digits',
  (pasted) => {
    expect(plainMobile(pasted)).toBe('4165550123');
    expect(visitor().phone.validateSync(pasted)).toBe('4165550123');
  },
);

it.each(['24165550123', '416555012345', '416 555 CALL'])('refuses the phone number %j instead of cutting it', (typed) => {
  expect(() => visitor().phone.validateSync(typed)).toThrow('Please enter valid phone number');
});

it.each<[string, { cast(value: unknown): unknown }, string, string]>([
  ['a name', registerInput.fields.lastName as never, 'Nguye\u0302\u0303n', 'Nguyễn'],
  ['a middle name', registerInput.fields.middleName as never, 'Lee\u00a0Ann', 'Lee Ann'],
  ['an e-mail address', email(), ` ada${zwsp}@exam${zwj}ple.com\u00a0`, 'ada@example.com'],
  ['a code', otpRules.fields.otp as never, `${ltr}12\u201034`, '1234'],
  ['an identification number', identityRow.fields.idNumber as never, 'A\u2013123\u00a0456', 'A-123 456'],
  ['a postal code', workProfileRules.fields.postalCode as never, `${ltr}m5h\u00a02n2`, 'M5H2N2'],
  ['a search', optionalText(), 'Cafe\u0301\u00a0patrol', 'Café patrol'],
  ['a chat message', writtenMessage(), `${ltr}Cafe\u0301 👩${zwj}🚒`, `Café 👩${zwj}🚒`],
  ['a new password', changePasswordInput.fields.password as never, 'Cafe\u0301-12345$', 'Café-12345$'],
  ['the password of a log-in', loginRules.fields.password as never, 'Cafe\u0301-12345$', 'Cafe\u0301-12345$'],
])('validates %s in its normalised form', (_, rule, typed, read) => expect(rule.cast(typed)).toBe(read));

it.each(['Nguye\u0302\u0303n', `Ada${zwj}`])('accepts the name %j at sign-up', (lastName) => {
  expect(registerInput.validateSyncAt('lastName', { lastName })).toBe(plainText(lastName));
});
