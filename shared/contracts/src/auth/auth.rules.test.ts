import { device, loginInput, providerNames, socialLoginInput, socialTypes } from './auth.rules';

const inputs = { 'a login': loginInput, 'a social login': socialLoginInput };

it.each(Object.entries(inputs))('[CODE-12, CODE-13] reads %s without device fields as a call from the web', (_call, input) => {
  expect(device).toEqual({ deviceType: 3, deviceId: 'web' });
  expect(input.cast({}, { assert: false })).toMatchObject({ deviceType: 3, deviceId: 'web' });
});

it.each([
  ['CODE-14', 'facebook', 1, 'Facebook'],
  ['CODE-15', 'google', 2, 'Google'],
] as const)('[%s] has the social type of %s as %i', (_id, provider, code, name) => {
  expect(socialTypes[provider]).toBe(code);
  expect(providerNames[provider]).toBe(name);
});
