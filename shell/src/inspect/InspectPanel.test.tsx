import { registryModule, registryOf } from '@portal/testing/registry';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createEventLog } from '../telemetry/eventLog';
import type { InspectParts } from './inspectParts';
import { openInspect } from './openInspect';

const registry = registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.0.0'), 'mf-public': registryModule('mf-public', '2.0.0') });
const idle = { mount: null, attempt: null, card: null, failed: [] };
const parts = {
  page: { shell: '1.0.0', opsKey: '', timestampKey: '', overrides: [] },
  modules: {
    registry: { current: () => registry },
    routes: { find: () => ({ module: 'mf-jobs' }) },
    loader: { manifest: () => Promise.reject(new Error('no connection')) },
  },
  hosts: new Map([['mf-jobs', { mountedVersion: null, state: () => idle }]]),
  services: { telemetry: createEventLog(), clock: { now: () => new Date('2027-03-14T15:00:00Z') } },
} as unknown as InspectParts;

beforeAll(() => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  performance.getEntriesByType = () => [];
});
const section = async (name: string) => within(screen.getByRole('dialog')).findByRole('region', { name });

it('[INSPECT-10] opens over the page with the module of the path, moves the focus in, and closes at the second chord', async () => {
  act(() => openInspect(parts));
  expect(screen.getByRole('heading', { name: 'Why this version?' })).toHaveFocus();
  expect(await within(screen.getByRole('dialog')).findByRole('tab', { name: 'mf-jobs', selected: true })).toBeVisible();
  act(() => openInspect(parts));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[INSPECT-03] states what it does not know when neither the portal host nor the store answers', async () => {
  act(() => openInspect(parts));
  expect(await section('Version')).toHaveTextContent('Owner' + 'Unknown: its build names no owner.');
  expect(await section('Changes')).toHaveTextContent('Unknown. The portal host did not answer: Failed to fetch.');
  expect(await section('Signature and freshness')).toHaveTextContent('Unknown, module.json could not be checked: no connection.');
  expect(await section('Shared libraries')).toHaveTextContent('Unknown without its module.json.');
  await userEvent.click(screen.getByRole('tab', { name: 'mf-public' }));
  expect(await within(await section('Version')).findByText('none on this screen (2.0.0 would run)')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[INSPECT-03] reads the page again until the module has loaded', async () => {
  const entry = registry.modules['mf-jobs'];
  let state: object = { ...idle, attempt: { version: entry } };
  let mountedVersion: string | null = null;
  const host = {
    state: () => state,
    get mountedVersion() {
      return mountedVersion;
    },
  };
  const hosts = new Map([['mf-jobs', host]]);
  act(() => openInspect({ ...parts, hosts } as unknown as InspectParts));
  expect(await within(await section('Version')).findByText('1.0.0 is loading.')).toBeVisible();
  [state, mountedVersion] = [{ ...idle, mount: { version: entry } }, '1.0.0'];
  expect(await within(await section('Version')).findByText('1.0.0')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
});
