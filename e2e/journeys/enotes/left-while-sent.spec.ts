import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { apiCall } from '../../support/staff';
import { countStored } from '../../support/storedDrafts';

test('a guard whose page reloads while a note is in flight finds an empty form, and new text stays', async ({
  page,
  context,
  guard,
  job,
  awarded,
  staff,
}) => {
  let arrive: () => void = () => undefined;
  const line = new Promise<void>((end) => {
    arrive = end;
  });
  const keys = new Set<string | undefined>();
  await context.route(
    (url) => apiCall(writeEnote)(url),
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.add(route.request().headers()['idempotency-key']);
      await line;
      // The page that sent the request may be closed by then.
      await route.fallback().catch(() => undefined);
    },
  );
  const title = page.getByLabel('Title');
  const waiting = page.getByRole('button', { name: /waiting to be sent/ });
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(enotesPaths.write());

  await test.step('the first note is sent, without a reply', async () => {
    await press(page.getByRole('button', { name: 'Patrol' }));
    await page.keyboard.type('north yard');
    await page.getByLabel('Job', { exact: true }).selectOption({ index: 1 });
    await press(page.getByRole('button', { name: enoteMessages.submit }));
    await expect.poll(() => keys.size).toBe(1);
  });

  await test.step('another document, and back: the form is empty, and stays empty after the note arrived', async () => {
    await page.goto(jobsPaths.search());
    await page.goBack();
    await expect(title).toHaveValue('');
    await expect(waiting).toBeVisible();
    arrive();
    await expect(waiting).toBeHidden({ timeout: 60_000 });
    await page.reload();
    await expect(title).toHaveValue('');
  });

  await test.step('the new text is stored, and one note was sent', async () => {
    await title.fill('The second');
    await expect.poll(() => countStored(page, 'drafts')).toBe(1);
    await page.reload();
    await expect(title).toHaveValue('The second');
    expect((await staff.call(staffEnotes, { jobId: job.jobId })).docs).toMatchObject([{ title: 'Patrol' }]);
    expect(keys.size).toBe(1);
  });
});
