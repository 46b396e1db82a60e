import { readFile } from 'node:fs/promises';
import { staffEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { loseSignal, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

const onDevice = /On this phone, waiting to be sent/;

test('a guard records a note without signal, hears it, finds it sent once there is signal, plays and saves it; staff have it', async ({
  page,
  context,
  guard,
  job,
  awarded,
  staff,
  noise,
}) => {
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/);
  await awarded(guard, job);
  await logIn(page, guard);

  await test.step('a common note, told into the phone', async () => {
    // Where a guard on shift comes from: its code is there when there is no signal.
    await page.goto(jobsPaths.onJob());
    await press(page.getByRole('tab', { name: 'E-Notes' }));
    await press(page.getByRole('link', { name: 'Write an e-note' }));
    await press(page.getByRole('button', { name: 'Patrol' }));
    await expect(page.getByLabel('Title')).toHaveValue('Patrol');
    await press(page.getByRole('tab', { name: 'Audio' }));
    await press(page.getByRole('button', { name: 'Record', exact: true }));
    await expect(page.getByText(/^0:02 of 10:00/)).toBeVisible();
    await press(page.getByRole('button', { name: 'Stop' }));
    await expect(page.getByLabel('Listen to the recording')).toBeVisible();
  });

  await test.step('a reload loses nothing', async () => {
    await page.reload();
    await expect(page.getByLabel('Title')).toHaveValue('Patrol');
    await expect(page.getByLabel('Listen to the recording')).toBeVisible();
  });

  await test.step('nor does a look at the shift', async () => {
    await page.goto(jobsPaths.onJob());
    await press(page.getByRole('tab', { name: 'E-Notes' }));
    await press(page.getByRole('link', { name: 'Write an e-note' }));
    await expect(page.getByLabel('Listen to the recording')).toBeVisible();
  });

  await test.step('sent without signal it waits on the phone, and then it is sent', async () => {
    await loseSignal(page);
    await press(page.getByRole('button', { name: enoteMessages.submit }));
    const own = page.getByRole('list', { name: 'Your e-notes' });
    await expect(page.getByRole('heading', { level: 1, name: 'On Job' })).toBeVisible();
    await expect(own).toContainText(onDevice);
    await context.setOffline(false);
    await expect(own).toContainText('Sent', { timeout: 60_000 });
    expect((await staff.call(staffEnotes, { jobId: job.jobId })).docs).toMatchObject([{ title: 'Patrol', type: 2 }]);
  });

  await test.step('it plays in its place, and is saved as what it is', async () => {
    await page.goto(enotesPaths.list({ jobId: job.jobId }));
    await press(page.getByRole('button', { name: 'Play: Patrol' }));
    const player = page.getByLabel('Recording: Patrol');
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1);
    const saving = page.waitForEvent('download');
    await press(page.getByRole('link', { name: enoteMessages.download }));
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('Patrol.webm');
    expect((await readFile(await saved.path())).length).toBeGreaterThan(1000);
  });

  await test.step('and is still there after a reload', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 3, name: 'Patrol' })).toBeVisible();
  });
});
