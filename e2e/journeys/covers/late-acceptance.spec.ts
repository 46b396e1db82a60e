import { BASE } from '@portal/contracts/_kernel/endpoint';
import { acceptCover, offerCover } from '@portal/contracts/covers/covers.endpoints';
import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { liveCovers } from '@portal/contracts/covers/covers.staff';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { callAs } from '../../support/api';
import { press } from '../../support/chrome';
import { test } from '../../support/colleague';
import { expect } from '../../support/fixtures';

const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);

test('[COVER-04] an acceptance made offline that arrives after another one explains why it failed, and the next step', async ({
  guard,
  job,
  awarded,
  staff,
  colleague,
  baseURL,
  noise,
}) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
  await awarded(guard, job);
  const shiftId = job.shiftIds[0] ?? '';
  await callAs(String(baseURL), guard, offerCover, { jobId: job.jobId, shiftId, note: undefined });
  const { page } = colleague;
  await page.goto(coversPaths.covers());
  const card = page.getByRole('list', { name: 'Shifts to cover' }).getByRole('listitem').filter({ hasText: job.title });
  await expect(card).toBeVisible();

  await test.step('accepts offline, and finds the list after a reload', async () => {
    await page.context().route(isApiCall, (route) => route.abort());
    await press(card.getByRole('button', { name: 'Accept shift' }));
    await expect(card.getByText('Your acceptance is saved on this device. Another guard may accept first.')).toBeVisible();
    await page.reload();
    await expect(card.getByText('Your acceptance is saved on this device. Another guard may accept first.')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Accept shift' })).toHaveCount(0);
  });

  const quicker = await staff.call(makeGuard, { licenceUntil: '2099-12-31' });
  const offerId = (await staff.call(liveCovers, {})).find(({ jobId }) => jobId === job.jobId)?.offerId ?? '';
  await callAs(String(baseURL), quicker, acceptCover, { offerId });

  await test.step('online again', async () => {
    await page.context().unroute(isApiCall);
    await expect(page.getByText('Another guard accepted this shift first. Look at the other shifts to cover.').first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(card).toHaveCount(0);
    await press(page.getByRole('button', { name: 'I understand' }));
    await expect(page.getByText('Another guard accepted this shift first.')).toHaveCount(0);
  });
  noise.end();
  await staff.call(removeGuard, { guard: quicker.id });
});
