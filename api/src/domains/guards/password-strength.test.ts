import { passwordMessages } from '@portal/contracts/auth/auth.passwords';
import { passwordWeakness } from './password-strength.service';

const ada = { email: 'ada.marsh@example.com', firstName: 'Ada', lastName: 'Marsh' };

it.each([
  'Password1!',
  'P@ssw0rd!',
  'Pa$$w0rd2027',
  '!!Qwerty123',
  'Welcome1!',
  'Abc123!@#',
  'Aa123456!',
  'Summer2026!',
  '1q2w3e4R!',
  'Toronto#1',
  'Iloveyou1!',
  'Guard-Portal1',
  'Security.Guard9',
])('%s is a common password', async (password) => expect(await passwordWeakness(password, ada)).toBe(passwordMessages.tooCommon));

it.each(['Marsh-2027!', 'xM@rsh77$', 'Ada.Marsh.1', 'AdaMarsh1!'])('%s is of the guard themselves', async (password) =>
  expect(await passwordWeakness(password, ada)).toBe(passwordMessages.ofOneself),
);

it.each(['Quiet-Harbour-7', 'Dragonfly-Ottawa-77', 'Correct-Horse-9', 'zK8$qvPm2', 'Ada-likes-Rye-4'])('%s is taken', async (password) =>
  expect(await passwordWeakness(password, ada)).toBeNull(),
);
