import { loginRules } from '../auth/auth.rules';
import { newsletterRules } from '../newsletter/newsletter.rules';
import { copy } from './copy';
import { email, optionalText } from './shapes';

const emailOfLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
const forms = { 'a login': loginRules.pick(['email']), 'the newsletter': newsletterRules.pick(['email']) };

it.each(Object.entries(forms))('[SHARED-03] accepts an email of %s only up to 180 characters', (_form, rules) => {
  expect(rules.isValidSync({ email: emailOfLength(180) })).toBe(true);
  expect(() => rules.validateSync({ email: emailOfLength(181) })).toThrow(copy.emailInvalid);
});

it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'ada@example.c', 'ada@@example.com'])('refuses %s', (address) =>
  expect(() => email().validateSync(address)).toThrow(copy.emailInvalid),
);

it.each(['', ' \t ', '\u00a0', null])('treats text that is empty after trimming as not given: %j', (text) => {
  expect(optionalText().validateSync(text)).toBeUndefined();
});
