import { site } from '@portal/contracts/_kernel/site';
import { listCareerApplications } from '@portal/contracts/career/career.staff';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { listSubscribers } from '@portal/contracts/newsletter/newsletter.staff';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { findViolations } from '../../support/axe';
import { hydratePage, press } from '../../support/chrome';
import { expect, test } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';
import { makePicture } from '../../support/pictures';
import { apiCall } from '../../support/staff';

const mailOf = (name: string) => `${name}.${Date.now().toString(36)}${Math.trunc(performance.now() * 1000).toString(36)}@visitors.test`;

test('[AUTHZ-21, PUBLIC-CONTACT-13] a visitor without a session uses the contact, training and newsletter forms', async ({
  page,
  staff,
  noise,
}) => {
  const email = mailOf('visitor');
  for (const [path, form, button, pageId] of [
    [enquiriesPaths.contact(), 'Reach Us', 'Send', 'CONTACT US'],
    [enquiriesPaths.training(), 'Register your interest', 'Register interest', 'TRAINING'],
  ] as const) {
    await page.goto(path);
    await hydratePage(page);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const fields = page.getByRole('form', { name: form });
    await fields.getByLabel('Name').fill('Ana Roy');
    await fields.getByLabel('Email').fill(email);
    // The code of the form loads while the visitor types: the cursor stays.
    await fields.getByLabel('Message').pressSequentially('Who do I call?');
    await expect(fields.getByLabel('Message')).toHaveValue('Who do I call?');
    await fields.getByLabel('Phone').pressSequentially('416555013456');
    // The number is refused as typed, not shortened.
    await expect(fields.getByLabel('Phone')).toHaveValue('416555013456');
    await press(fields.getByRole('button', { name: button }));
    await expect(fields.getByLabel('Phone')).toHaveAccessibleDescription(/Please enter valid phone number/);
    await fields.getByLabel('Phone').fill('4165550134');
    await expect(fields.getByText(/^By sending this form, you agree/)).toBeVisible();
    await press(fields.getByRole('button', { name: button }));
    await expect(page.getByText('Thank you. We received your message and will reply.')).toBeVisible();
    await expect(fields.getByLabel('Name')).toHaveValue('');
    expect((await staff.call(listEnquiries, { pageId })).find((one) => one.email === email)).toMatchObject({ query: 'Who do I call?' });
  }
  await press(page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Subscribe' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await press(dialog.getByRole('button', { name: 'Subscribe' }));
  await expect(page.getByText('Thank you. You are on our list.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await staff.call(listSubscribers, {})).map((one) => one.email)).toContain(email);
  expect(noise.heard).toEqual([]);
});

test('typed text stays while the connection is lost, and is sent when it is back', async ({ page, staff, noise }) => {
  noise.expected.push(/Failed to load resource|ERR_/);
  const email = mailOf('later');
  await page.goto(enquiriesPaths.contact());
  await hydratePage(page);
  const fields = page.getByRole('form', { name: 'Reach Us' });
  for (const [label, text] of [
    ['Name', 'Ana Roy'],
    ['Email', email],
    ['Phone', '4165550134'],
    ['Message', 'Are you there?'],
  ] as const)
    await fields.getByLabel(label).fill(text);
  await page.route(
    (url) => apiCall(sendEnquiry)(url),
    (route) => route.abort(),
  );
  await press(fields.getByRole('button', { name: 'Send' }));
  await expect(page.getByText('This could not be sent just now. What you entered is still here; please try again.')).toBeVisible();
  await expect(fields.getByLabel('Message')).toHaveValue('Are you there?');
  await page.unrouteAll();
  await press(fields.getByRole('button', { name: 'Send' }));
  await expect(page.getByText('Thank you. We received your message and will reply.')).toBeVisible();
  expect((await staff.call(listEnquiries, { pageId: 'CONTACT US' })).filter((one) => one.email === email)).toHaveLength(1);
});

test('an application by keyboard alone, with a picture of a licence', async ({ page, staff }) => {
  const email = mailOf('keyboard');
  await page.goto(enquiriesPaths.career());
  await hydratePage(page);
  const fields = page.getByRole('form', { name: 'Apply Now' });
  for (const [label, text] of [
    ['Name', 'Ana Roy'],
    ['Email', email],
    ['Phone', '4165550134'],
    ['Experience', '3 years'],
  ] as const) {
    await tabTo(page, fields.getByLabel(label));
    await page.keyboard.type(text);
  }
  await tabTo(page, fields.getByLabel('Speciality'));
  await page.keyboard.type('Con');
  await tabTo(page, fields.getByLabel('Your resume or licence'));
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await makePicture(page, { name: 'licence.jpg' }));
  await tabTo(page, fields.getByRole('button', { name: 'Apply Now' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you. We received your application and will be in touch.')).toBeVisible();
  const stored = (await staff.call(listCareerApplications, {})).find((one) => one.email === email);
  expect(stored).toMatchObject({ experience: '3 years', speciality: 'Concierge', fileName: 'licence.jpg' });
  const mails = await staff.call(readMailbox, { to: site.supportEmail });
  expect(mails.some(({ body }) => body.includes(email))).toBe(true);
});

for (const [name, path, button] of [
  ['Contact Us', enquiriesPaths.contact(), 'Send'],
  ['Training', enquiriesPaths.training(), 'Register interest'],
  ['Career', enquiriesPaths.career(), 'Apply Now'],
] as const)
  test(`${name} has no violation, initially and with every error`, async ({ page }) => {
    await page.goto(path);
    await hydratePage(page);
    expect(await findViolations(page, path)).toEqual([]);
    await press(page.getByRole('button', { name: button }));
    await expect(page.getByText('Name is required').first()).toBeVisible();
    expect(await findViolations(page, `${path} with errors`)).toEqual([]);
  });
