import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { upgradeUnderLoad } from './upgrade';

it('serves without errors while the previous release and this one run together on the new schema, under load', async () => {
  const folder = temporaryFolder('upgrade');
  const found = await upgradeUnderLoad({ folder, besideMs: 500, callers: 1, workers: 1, isShort: true, say: () => undefined });
  expect(found).toMatchObject({ errors: [], lost: [], doubled: [] });
  expect(found.shifts).toBeGreaterThan(0);
  expect(found.migrations.length).toBeGreaterThan(0);
}, 300_000);
