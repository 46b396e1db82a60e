import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as testing from '@portal/testing/registry';
import { version } from 'react';
import { advance, createHostFixture, installFakes, outletText } from '../host/moduleHost.fixture';
import { assertCompatible, IncompatibleModuleError } from './compatibility';

installFakes();

const next = { name: 'mf-jobs', version: '1.2.0', shared: {} } as const;

it('throws for a module that needs another portal context', () => {
  expect(() => assertCompatible({ ...next, portal: PORTAL_VERSION })).not.toThrow();
  expect(() => assertCompatible({ ...next, portal: PORTAL_VERSION + 1 })).toThrow(IncompatibleModuleError);
  expect(() => assertCompatible({ ...next, portal: PORTAL_VERSION + 1 })).toThrow(
    `mf-jobs 1.2.0 needs portal context ${PORTAL_VERSION + 1}, this page gives ${PORTAL_VERSION}`,
  );
});

it('throws for a module that needs another version of a library', () => {
  const needs = (react: string) => () => assertCompatible({ ...next, portal: PORTAL_VERSION, shared: { react } });
  expect(needs(`^${version}`)).not.toThrow();
  expect(needs('^99.0.0')).toThrow(`mf-jobs 1.2.0 needs react ^99.0.0, this page gives ${version}`);
});

it('keeps the mount when the next version is incompatible', async () => {
  const { moduleHost, activate, log } = createHostFixture({ portal: fakePortal(guard()), ...testing })({
    faults: { '1.2.0': (step) => (step === 'load' ? assertCompatible({ ...next, portal: PORTAL_VERSION + 1 }) : undefined) },
  });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance();
  expect([outletText(), moduleHost.mountedVersion]).toEqual(['Jobs 1.1.0', '1.1.0']);
  expect(log).not.toContain('replaced');
});
