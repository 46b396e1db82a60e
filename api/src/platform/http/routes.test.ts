import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { downloadExport } from '@portal/contracts/privacy/privacy.endpoints';
import { bindFile, bindOpen } from './routes';

const confirmed = <In, Out>(endpoint: Endpoint<In, Out>): Endpoint<In, Out> => ({ ...endpoint, confirmed: true });
const never = () => Promise.reject(new Error('called'));

it('binds no endpoint without a guard that is declared confirmed', () => {
  expect(() => bindOpen(confirmed(login), never)).toThrow('auth.login has no session that can be confirmed');
});

it('binds no endpoint with a file reply that is declared confirmed', () => {
  expect(() => bindFile(confirmed(downloadExport), never)).toThrow('privacy.download replies with a file');
});
