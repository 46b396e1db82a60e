import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { callAs } from '../../support/api';
import { loseSignal, press } from '../../support/chrome';
import { addDocument, fillDocument } from '../../support/documents';
import { expect, logIn, test } from '../../support/fixtures';
import { makePicture } from '../../support/pictures';
import { siteDay } from '../../support/siteDay';

test.beforeEach(({ noise }) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
});

test('every page shows that a licence ends in 13 days; the card opens offline; a replaced document causes no notice', async ({
  page,
  context,
  guard,
  baseURL,
}) => {
  const url = String(baseURL);
  const { guard: current } = await callAs(url, guard, profile, { id: guard.id });
  const face = await makePicture(page, { name: 'face.jpg' });
  await callAs(url, guard, updateGuard, {
    ...{ id: guard.id, profileUpdate: 'second', firstName: 'Ada', lastName: 'Marsh', dob: '1990-05-17' },
    ...{ email: guard.email, mobileNumber: current.mobileNumber, licenseNumber: '7654321', securityRegistrationExpiryDate: siteDay(13) },
    profileImage: new File([new Uint8Array(face.buffer)], face.name, { type: face.mimeType }),
  } as never);
  await logIn(page, guard);
  const note = page.getByRole('region', { name: 'Please note' });
  const open = () => press(note.getByRole('link', { name: 'Open My Documents' }));
  const title = (name: string) => page.getByRole('heading', { level: 1, name });

  await test.step('every page shows it', async () => {
    await expect(note).toContainText('Your security licence expires in 13 days');
    await page.goto(jobsPaths.search());
    await expect(title('Search Jobs')).toBeVisible();
    await expect(note).toContainText('Your security licence expires in 13 days');
    await open();
    await expect(title('My Documents')).toBeVisible();
    await expect(note).toContainText('Your security licence expires in 13 days');
    await expect(page.getByRole('list', { name: 'Expiry dates, the next one first' })).toContainText('Ends in 13 days');
  });

  await test.step('the licence card opens offline, with its picture; Back closes it and stays on the page', async () => {
    await press(page.getByRole('button', { name: 'Licence card' }));
    const card = page.getByRole('dialog', { name: 'Security guard licence' });
    await expect(card.getByRole('img', { name: 'Ada Marsh' })).toBeVisible();
    await page.goBack();
    await expect(card).toHaveCount(0);
    await expect(title('My Documents')).toBeVisible();
    await press(page.getByRole('link', { name: 'Search Jobs' }).first());
    await expect(title('Search Jobs')).toBeVisible();
    await loseSignal(page);
    await open();
    await expect(title('My Documents')).toBeVisible();
    await press(page.getByRole('button', { name: 'Licence card' }));
    await expect(card).toContainText('Ada Marsh');
    await expect(card).toContainText('7654321');
    await expect(card).toContainText('Guard Portal');
    await expect(card.getByRole('img', { name: 'Ada Marsh' })).toBeVisible();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
  });

  await test.step('a document that ends sooner causes a notice; after it is replaced, there is none', async () => {
    await addDocument(page, { type: 'Drivers license', number: '12-34 5', expiry: siteDay(5) });
    await expect(note).toContainText('Your Drivers license expires in 5 days');
    await expect(note).toContainText('One more expires soon.');
    await press(page.getByRole('link', { name: 'Edit: Drivers license' }));
    await expect(page.getByLabel('Document number')).toHaveValue('12345');
    await fillDocument(page, { type: 'Drivers license', number: '12345', expiry: siteDay(900) });
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText(documentMessages.updated)).toBeVisible();
    await expect(page).toHaveURL(documentsPaths.list());
    await expect(note).not.toContainText('Drivers license');
    await expect(note).toContainText('Your security licence expires in 13 days');
  });

  await test.step('a closed notice stays closed for the day; the others are still shown after a reload', async () => {
    await press(note.getByRole('button', { name: 'Close message' }));
    await expect(note).toBeHidden();
    await page.reload();
    await expect(page.getByRole('rowheader', { name: 'Drivers license' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Expiry dates, the next one first' })).toContainText('Ends in 900 days');
    await expect(note).toBeHidden();
  });
});
