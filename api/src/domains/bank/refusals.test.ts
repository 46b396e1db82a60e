import { profile, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { type TestGuard, testApi } from '../../../test/test-api';
import { bankAccount } from './bank.service';

const api = testApi();
let guard: TestGuard;
beforeEach(async () => {
  guard = await api.guard();
});

const bank = { accHolderName: 'Ada Rowe', bankAccountNumber: '98237654', bankInstitution: '817', bankTransitNumber: '60419', wantTopay: 2 };
const save = (over: object) => api.call(saveBank, { id: guard.id, ...bank, ...over }, { token: guard.token });

it.each([
  ['BANK-18', 'wantTopay', undefined, 'Please choose the account type.'],
  ['BANK-18', 'wantTopay', '', 'Please choose the account type.'],
  ['BANK-23/1', 'accHolderName', 'Ada 2', 'Acc holder Name (must be 3 to 15 Alphabet).'],
  ['BANK-23/1', 'accHolderName', 'Ada-Rowe', 'Acc holder Name (must be 3 to 15 Alphabet).'],
  ['BANK-23/1', 'accHolderName', 'Ada  Rowe', 'Acc holder Name (must be 3 to 15 Alphabet).'],
])('[%s] %s %j is refused at its key, and nothing is kept', async (_id, key, value, message) => {
  expect(await save({ [key]: value })).toMatchObject({ code: 400, errors: { [key]: message } });
  expect(await bankAccount(guard.id)).toBeNull();
});

const FIXED = 'If you want to change payout option then create ticket in support section';
it.each([
  [1, 2],
  [2, 1],
])('[BANK-22/3, AUTHZ-22] the payout option %i, once chosen, does not become %i, and support is named', async (chosen, other) => {
  expect((await save({ wantTopay: chosen })).code).toBe(200);
  expect(await save({ wantTopay: other })).toMatchObject({ code: 409, message: FIXED, errors: { wantTopay: FIXED } });
  const { data } = await api.call(profile, { id: guard.id }, { token: guard.token });
  expect(data.guard.wantTopay).toBe(chosen);
});

it('[BANK-18, BANK-23/1] a type that is chosen, and a name of letters and single spaces, are kept', async () => {
  expect((await save({ accHolderName: 'Zoë van Ede', wantTopay: 1 })).code).toBe(200);
  const { data } = await api.call(profile, { id: guard.id }, { token: guard.token });
  expect(data.guard).toMatchObject({ accHolderName: 'Zoë van Ede', wantTopay: 1 });
});
