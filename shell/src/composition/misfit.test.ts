import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as testing from '@portal/testing/registry';
import { version } from 'react';
import { assertFits, Misfit } from './misfit';
import { opener, pass, shown, standStill } from './testSlot';

standStill();

const next = { name: 'mf-jobs', version: '1.2.0', shared: {} } as const;

it('is a module that was made for another shell', () => {
  expect(() => assertFits({ ...next, portal: PORTAL_VERSION })).not.toThrow();
  expect(() => assertFits({ ...next, portal: PORTAL_VERSION + 1 })).toThrow(Misfit);
  expect(() => assertFits({ ...next, portal: PORTAL_VERSION + 1 })).toThrow(
    `mf-jobs 1.2.0 needs portal context ${PORTAL_VERSION + 1}, this page gives ${PORTAL_VERSION}`,
  );
});

it('is a module that was made for another version of a library', () => {
  const needs = (react: string) => () => assertFits({ ...next, portal: PORTAL_VERSION, shared: { react } });
  expect(needs(`^${version}`)).not.toThrow();
  expect(needs('^99.0.0')).toThrow(`mf-jobs 1.2.0 needs react ^99.0.0, this page gives ${version}`);
});

it('does not take the place of what runs', async () => {
  const { slot, activate, log } = opener({ portal: fakePortal(guard()), ...testing })({
    faults: { '1.2.0': (step) => (step === 'load' ? assertFits({ ...next, portal: PORTAL_VERSION + 1 }) : undefined) },
  });
  slot.enter();
  await pass();
  activate('1.2.0');
  await pass();
  expect([shown(), slot.executing]).toEqual(['Jobs 1.1.0', '1.1.0']);
  expect(log).not.toContain('swapped');
});
