import { endpoint } from './endpoint';
import { anything, nothing } from './shapes';

const call = { id: 'test.call', method: 'GET', path: '/call', input: nothing(), output: anything() } as const;

// The assertion is that this does not compile: `npm run typecheck` fails if one of these lines compiles.
it('does not compile when a staff call has no roles, or another call has roles', () => {
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
