import { endpoint } from './endpoint';
import { anything, nothing } from './shapes';

const call = { id: 'test.call', method: 'GET', path: '/call', input: nothing(), output: anything() } as const;

// What is asserted is that it does not compile: `npm run typecheck` fails where one of these would.
it('a call of the staff cannot be written without its roles, and no other call has any', () => {
  // @ts-expect-error: who of the staff may make it?
  endpoint({ ...call, auth: 'staff' });
  // @ts-expect-error: nobody is no role
  endpoint({ ...call, auth: 'staff', roles: [] });
  // @ts-expect-error: there is no such role
  endpoint({ ...call, auth: 'staff', roles: ['chief'] });
  // @ts-expect-error: a guard's call
  endpoint({ ...call, auth: 'bearer', roles: ['ops'] });
  expect(endpoint({ ...call, auth: 'staff', roles: ['ops'] }).roles).toEqual(['ops']);
  expect(endpoint({ ...call, auth: 'staff', roles: 'rehearsal' }).roles).toBe('rehearsal');
});
