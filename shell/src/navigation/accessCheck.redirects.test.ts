/** @jest-environment node */
import type { Guard } from '@portal/contracts/_kernel/guard';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { createRegistry } from '../registry/moduleRegistry';
import { createAccessCheck } from './accessCheck';
import { createRouteTable } from './routeTable';

const routes = createRouteTable(createRegistry(declaredRegistry(), {}));
const at = (path: string) => new URL(path, 'https://portal.example.com');

function open(isLoggedIn: boolean, someone: Guard = guard()) {
  const toasts: string[][] = [];
  const returnPaths: string[] = [];
  const session = {
    current: () => (isLoggedIn ? { guardId: someone.id, guard: someone } : null),
    rememberReturnPath: (path: string) => void returnPaths.push(path),
  };
  return { toasts, returnPaths, admit: createAccessCheck({ routes, session, toast: (kind, text) => void toasts.push([kind, text]) }) };
}

it('[SESSION-03, SESSION-04, SESSION-06/1] warns with the stated text, opens the login and stores the path', () => {
  const { admit, toasts, returnPaths } = open(false);
  expect(admit(at('/all-job?page=2'))).toBe('/guard/login');
  expect(toasts).toEqual([['warning', 'your session has been expired ...kindly login again.']]);
  expect(returnPaths).toEqual(['/all-job?page=2']);
});

it.each([
  ['JOBPAGE2-04', '/jobPage2'],
  ['JOBDETAIL2-04', '/jobDetail2'],
])('[%s] %s without a token warns and goes to login', (_id, path) => {
  const { admit, toasts } = open(false);
  expect(admit(at(path))).toBe('/guard/login');
  expect(toasts).toEqual([['warning', 'your session has been expired ...kindly login again.']]);
});

it('does not redirect from an open path, and shows no toast', () => {
  const { admit, toasts } = open(true);
  expect(admit(at('/all-job'))).toBeNull();
  expect(toasts).toEqual([]);
});

it.each([
  ['AUTHZ-10/1', 'a pending step is sent to it', guardAt.otp(), `/guard/otp/${mockId(1)}`],
  ['AUTHZ-10/2', 'nothing left to do but status 0 is held on the thank-you page', guardAt.approval(), '/thankYou?isLicense=full'],
])('[%s] redirects without a toast: a guard with %s', (_id, _what, someone, step) => {
  const { admit, toasts, returnPaths } = open(true, someone);
  expect(admit(at('/search-job'))).toBe(step);
  expect(admit(at(step))).toBeNull();
  expect([toasts, returnPaths]).toEqual([[], []]);
});

it('leaves the token of a mailed link in the address', () => {
  expect(open(false).admit(at('/guard/reset-password?token=abc'))).toBeNull();
});

it('[JOBDETAIL-30/3] removes a token from the address', () => {
  expect(open(true).admit(at('/jobDetail?jobId=1&token=abc'))).toBe('/jobDetail?jobId=1');
});

it('[JOBDETAIL-30/3] a token in the address opens no session, and is not in the path for after the login', () => {
  const { admit, returnPaths } = open(false);
  expect(admit(at(admit(at('/jobDetail?jobId=1&token=abc')) ?? ''))).toBe('/guard/login');
  expect(returnPaths).toEqual(['/jobDetail?jobId=1']);
});
