import { copy } from '@portal/contracts/_kernel/copy';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { addDocument as addEndpoint } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { press } from '../../support/chrome';
import { withPausedClock } from '../../support/clock';
import { addDocument, fillDocument } from '../../support/documents';
import { expect, logIn, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';
import { expectWithinWindow } from '../../support/layout';
import { siteDay } from '../../support/siteDay';

const licence = { type: 'Drivers license', number: '12345', expiry: siteDay(400) };
const other = { type: 'Other', number: '777', expiry: siteDay(500) };

test('adds and previews documents; a deleted one disappears after five seconds, in other tabs too', async ({
  page,
  context,
  guard,
  noise,
}) => {
  noise.refusal(409, addEndpoint);
  await page.clock.install();
  await logIn(page, guard);
  await page.goto(documentsPaths.list());
  await expect(page.getByText(copy.noDataFound)).toBeVisible();
  await addDocument(page, licence);
  await addDocument(page, other);
  await expectWithinWindow(page);

  await test.step('the same type again is refused at its field', async () => {
    await fillDocument(page, { ...other, number: '778' });
    await press(page.getByRole('button', { name: 'Add document' }));
    await expect(page.getByText(documentMessages.sameType).first()).toBeVisible();
    await expect(page.getByLabel('Document type')).toBeFocused();
  });

  await test.step('a picture opens over the whole screen', async () => {
    await press(page.getByRole('button', { name: 'View Other' }));
    await expect(page.getByRole('dialog', { name: 'Other' }).getByRole('img')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const second = await context.newPage();
  await second.goto(documentsPaths.list());
  await expect(second.getByRole('button', { name: 'Delete: Other' })).toBeVisible();

  await test.step('an undone deletion keeps the document, a completed one removes it', async () => {
    await withPausedClock(page, async () => {
      await press(page.getByRole('button', { name: 'Delete: Other' }));
      await press(page.getByRole('button', { name: 'Undo' }));
      await expect(page.getByRole('button', { name: 'Delete: Other' })).toBeVisible();
    });
    await press(page.getByRole('button', { name: 'Delete: Other' }));
    await expect(page.getByText(documentMessages.deleted)).toBeVisible();
    await expect(second.getByRole('button', { name: 'Delete: Other' })).toBeHidden();
  });

  await test.step('a deletion is completed when the guard leaves the page', async () => {
    await press(second.getByLabel('Select all'));
    await press(second.getByRole('button', { name: 'Delete selected (1)' }));
    await press(second.getByRole('link', { name: 'Back' }));
    await expect(second).toHaveURL(/\/guard\/myprofile\//);
    await expect(page.getByText(copy.noDataFound)).toBeVisible();
    await page.reload();
    await expect(page.getByText(copy.noDataFound)).toBeVisible();
  });
});

test('[DOCS-31] an upload with code 401 shows the message and goes to /guard/login', async ({ page, guard, noise }) => {
  noise.refusal(401, addEndpoint);
  await logIn(page, guard);
  await page.goto(documentsPaths.list());
  await fillDocument(page, licence);
  await page.route(`**${fullPath(addEndpoint)}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { code: 401, message: 'You signed in on another phone.', data: null } })
      : route.fallback(),
  );
  await press(page.getByRole('button', { name: 'Add document' }));
  await expect(page.getByText('You signed in on another phone.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${authPaths.login()}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('a guard who waits for approval reaches My Documents from the thank-you page, and adds a document with a licence number at /addDocs', async ({
  page,
  guardAt,
}) => {
  await logIn(page, await guardAt('approval'));
  await press(page.getByRole('link', { name: 'Add Documents' }));
  await expect(page.getByRole('heading', { level: 1, name: 'My Documents' })).toBeVisible();
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Application status' }));
  await expect(page.getByRole('heading', { level: 1, name: thankYouCopy.title })).toBeVisible();
  await page.goto(documentsPaths.add());
  await page.getByLabel('Licence number').fill('5432-1');
  await fillDocument(page, licence);
  await press(page.getByRole('button', { name: 'Add document' }));
  await expect(page.getByText(documentMessages.added)).toBeVisible();
  await expect(page).toHaveURL(documentsPaths.list());
  await expect(page.getByRole('rowheader', { name: 'Drivers license' })).toBeVisible();
});

test('a guard deletes a document and undoes it by keyboard alone', async ({ page, guard }) => {
  await page.clock.install();
  await logInByKeyboard(page, guard);
  await page.goto(documentsPaths.list());
  await addDocument(page, licence);
  await tabTo(page, page.getByRole('button', { name: 'Delete: Drivers license' }));
  await withPausedClock(page, async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Saved documents' })).toBeFocused();
  });
  await tabTo(page, page.getByLabel('Select Drivers license'));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Delete selected (1)' })).toBeEnabled();
  await tabTo(page, page.getByLabel('Select all'));
  await tabTo(page, page.getByRole('button', { name: 'View Drivers license' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Drivers license' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Drivers license' })).toBeFocused();
});
