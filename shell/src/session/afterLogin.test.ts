import { guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { openSession } from './sessionPage.fixture';
import { createSessionStore } from './sessionStore';

const id = mockId(1);

afterEach(() => createSessionStore().clear());

it.each([
  ['ROUTING-02, ROUTING-11/2', 'licence', '/thankYou?isLicense=full'],
  ['ROUTING-03', 'privacy', `/privacy/${id}`],
  ['ROUTING-04', 'terms', `/termsUse/${id}`],
  ['ROUTING-05', 'agreement', `/guard-agreement/${id}`],
  ['ROUTING-06', 'otp', `/guard/otp/${id}`],
  ['ROUTING-07', 'registration', `/guard/registration/${id}`],
  ['ROUTING-08', 'work-profile', `/work-profile/${id}?isShow=with_out_login`],
  ['ROUTING-09', 'done', `/guard/myprofile/${id}`],
  ['ROUTING-10', 'approval', '/thankYou?isLicense=full'],
] as const)('[%s] the login of a guard at %s leads to %s', (_id, step, to) => {
  const { session, moves } = openSession();
  session.begin({ guard: guardAt[step](), tokens: { refresh: { token: 'abc' } } });
  expect(moves).toEqual([to]);
});
