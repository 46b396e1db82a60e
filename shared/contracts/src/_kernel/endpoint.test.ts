import { object } from 'yup';
import { endpoint } from './endpoint';
import { anything, id, nothing } from './shapes';

const call = { id: 'test.call', method: 'GET', path: '/call', input: nothing(), output: anything() } as const;
const command = { name: 'call', summary: 'calls' };

// The assertion is that this does not compile: `npm run typecheck` fails if one of these lines compiles.
it('does not compile when a staff call has no roles, or another call has roles', () => {
  // @ts-expect-error: who of the staff may make it?
  endpoint({ ...call, auth: 'staff', command });
  // @ts-expect-error: nobody is no role
  endpoint({ ...call, auth: 'staff', roles: [], command });
  // @ts-expect-error: there is no such role
  endpoint({ ...call, auth: 'staff', roles: ['chief'], command });
  // @ts-expect-error: a guard's call
  endpoint({ ...call, auth: 'bearer', roles: ['ops'] });
  expect(endpoint({ ...call, auth: 'staff', roles: ['ops'], command }).roles).toEqual(['ops']);
  expect(endpoint({ ...call, auth: 'staff', roles: 'rehearsal' }).roles).toBe('rehearsal');
});

it('does not compile when a staff call has no command, another call has one, or its argument is no input', () => {
  // @ts-expect-error: the role has no way to make the call
  endpoint({ ...call, auth: 'staff', roles: ['ops'] });
  // @ts-expect-error: a guard's call
  endpoint({ ...call, auth: 'bearer', command });
  const input = object({ jobId: id().required() });
  // @ts-expect-error: the input has no such key
  endpoint({ ...call, input, auth: 'staff', roles: ['ops'], command: { ...command, arguments: ['job'] } });
  const made = endpoint({ ...call, input, auth: 'staff', roles: ['ops'], command: { ...command, arguments: ['jobId'] } });
  expect(made.command?.arguments).toEqual(['jobId']);
});
