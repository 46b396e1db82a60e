import { readFile } from 'node:fs/promises';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { loseSignal, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

const onDevice = /On this phone, waiting to be sent/;

test('a guard records a note offline and plays it; it is sent when online, and the guard plays and saves it; staff have it', async ({
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

  await test.step('a common note, dictated into the phone', async () => {
    // The guard comes from On Job, so the code is there when the connection is lost.
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

  await test.step('opening the shift loses nothing', async () => {
    await page.goto(jobsPaths.onJob());
    await press(page.getByRole('tab', { name: 'E-Notes' }));
    await press(page.getByRole('link', { name: 'Write an e-note' }));
    await expect(page.getByLabel('Listen to the recording')).toBeVisible();
  });

  await test.step('a note that is submitted offline waits on the phone, and is sent later', async () => {
    await loseSignal(page);
    await press(page.getByRole('button', { name: enoteMessages.submit }));
    const own = page.getByRole('list', { name: 'Your e-notes' });
    await expect(page.getByRole('heading', { level: 1, name: 'On Job' })).toBeVisible();
    await expect(own).toContainText(onDevice);
    await context.setOffline(false);
    await expect(own).toContainText('Sent', { timeout: 60_000 });
    expect((await staff.call(staffEnotes, { jobId: job.jobId })).docs).toMatchObject([{ title: 'Patrol', type: 2 }]);
  });

  await test.step('it plays on the page, and is saved with its actual type', async () => {
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

  await test.step('it is still there after a reload', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 3, name: 'Patrol' })).toBeVisible();
  });
});
