import type { Page } from '@playwright/test';
import { type Endpoint, fullPath } from '@portal/contracts/_kernel/endpoint';
import { site } from '@portal/contracts/_kernel/site';
import { careerFile, listCareerApplications } from '@portal/contracts/career/career.staff';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { listSubscribers } from '@portal/contracts/newsletter/newsletter.staff';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { press } from '../../support/chrome';
import { expect, test } from '../../support/fixtures';

test.use({ javaScriptEnabled: false });

/** A visitor who only writes in this test. */
const visitor = (name: string) => {
  const mark = `${Date.now().toString(36)}${Math.trunc(performance.now() * 1000).toString(36)}`;
  return { name: 'Zoë St. Jean-Roy', email: `${name}.${mark}@visitors.test`, phone: '4165550134', query: `Who do I call? ${mark}` };
};

/** Fills in the fields of `given`, sends, and waits for the resulting page. */
async function send(page: Page, form: string, button: string, given: Record<string, string>): Promise<void> {
  const fields = page.getByRole('form', { name: form });
  for (const [label, text] of Object.entries(given)) await fields.getByLabel(label).fill(text);
  await press(fields.getByRole('button', { name: button }));
}

const forms = [
  ['Contact Us', enquiriesPaths.contact(), 'Reach Us', 'Send', 'Message', 'CONTACT US'],
  ['Training', enquiriesPaths.training(), 'Register your interest', 'Register interest', 'Message', 'TRAINING'],
  ['a sector page', pagesPaths.sector({ type: 'car-lots' }), 'Ask for guards', 'Send enquiry', 'What do you need?', 'CAR LOTS'],
] as const;

for (const [page_, path, form, button, question, pageId] of forms)
  test(`${page_}: invalid input comes back with messages and the typed values; valid input reaches staff`, async ({
    page,
    staff,
    noise,
  }) => {
    noise.expected.push(/status of 422/);
    const { name, email, phone, query } = visitor('plain');
    await page.goto(path);
    const fields = page.getByRole('form', { name: form });

    await send(page, form, button, { Name: 'Z0e', Email: 'zoe@', Phone: '41655501234', [question]: query });
    await expect(fields.getByLabel('Name')).toHaveAccessibleDescription(/^Please enter valid name/);
    await expect(fields.getByLabel('Email')).toHaveAccessibleDescription('Please enter valid email');
    await expect(fields.getByLabel('Phone')).toHaveAccessibleDescription(/Please enter valid phone number/);
    await expect(fields.getByLabel('Phone')).toHaveValue('41655501234');
    await expect(fields.getByLabel('Name')).toHaveValue('Z0e');
    await expect(fields.getByLabel(question)).toHaveValue(query);

    await send(page, form, button, { Name: '', Email: '', Phone: '', [question]: '' });
    for (const [label, words] of [
      ['Name', 'Name is required'],
      ['Email', 'Email is required'],
      ['Phone', 'Phone number is required'],
      [question, 'Please enter your message'],
    ] as const)
      await expect(fields.getByLabel(label)).toHaveAccessibleDescription(new RegExp(words));

    await send(page, form, button, { Name: name, Email: email, Phone: phone, [question]: query });
    await expect(page.getByText('Thank you. We received your message and will reply.')).toBeVisible();
    await expect(fields.getByLabel('Name')).toHaveValue('');
    const stored = (await staff.call(listEnquiries, { pageId })).find((one) => one.email === email);
    expect(stored).toMatchObject({ name, phone, query, pageId, held: false, consentedAt: expect.any(String) });
    const mails = await staff.call(readMailbox, { to: site.supportEmail });
    expect(mails.find(({ body }) => body.includes(email))).toMatchObject({ subject: `Enquiry: ${pageId}, ${name}` });

    await page.reload();
    await expect(page.getByText('Thank you. We received your message and will reply.')).toHaveCount(0);
  });

test('Career: a file of a wrong type is refused and the typed values stay; a PDF reaches staff', async ({
  page,
  staff,
  noise,
  baseURL,
}) => {
  noise.expected.push(/status of 422/);
  const { name, email, phone } = visitor('career');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const pdf = Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`);
  const given = { Name: name, Email: email, Phone: phone, Experience: '3 years', Details: 'I work nights.' };
  await page.goto(enquiriesPaths.career());
  await expect(page.getByRole('heading', { level: 3, name: 'Dispatcher, night desk' })).toBeVisible();
  const fields = page.getByRole('form', { name: 'Apply Now' });
  const file = fields.getByLabel('Your resume or licence');
  await fields.getByLabel('Speciality').selectOption('Car Lots');
  await file.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ, a program') });
  await send(page, 'Apply Now', 'Apply Now', given);
  await expect(file).toHaveAccessibleDescription(/This is neither a PDF nor a picture that we can read/);
  await expect(fields.getByLabel('Details')).toHaveValue('I work nights.');
  await expect(fields.getByLabel('Speciality')).toHaveValue('Car Lots');

  await file.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf });
  await press(fields.getByRole('button', { name: 'Apply Now' }));
  await expect(page.getByText('Thank you. We received your application and will be in touch.')).toBeVisible();
  const stored = (await staff.call(listCareerApplications, {})).find((one) => one.email === email);
  expect(stored).toMatchObject({
    name,
    phone,
    experience: '3 years',
    speciality: 'Car Lots',
    details: 'I work nights.',
    fileName: 'cv.pdf',
  });
  const saved = await fetch(`${baseURL}${fullPath(careerFile as Endpoint)}?applicationId=${stored?.applicationId}`, {
    headers: { authorization: `Bearer ${process.env.STAFF_TOKEN}` },
  });
  const savedPdf = Buffer.from(await saved.arrayBuffer());
  expect(savedPdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(savedPdf.includes(pdf)).toBe(false);
  const mails = await staff.call(readMailbox, { to: site.supportEmail });
  expect(mails.some(({ subject, body }) => subject === `Career: ${name}` && body.includes(email))).toBe(true);
});

test('the newsletter strip has its own form', async ({ page, staff, noise }) => {
  noise.expected.push(/status of 422/);
  const { email } = visitor('reader');
  await page.goto(pagesPaths.home());
  const strip = page.getByRole('region', { name: 'Newsletter' });
  const field = strip.getByLabel('Email');
  const subscribe = strip.getByRole('button', { name: 'Subscribe' });
  await expect(subscribe).toHaveCount(1);
  await field.fill('ada@');
  await press(subscribe);
  await expect(field).toHaveAccessibleDescription(/Please enter valid email/);
  await expect(field).toHaveValue('ada@');
  await field.fill(email);
  await press(subscribe);
  await expect(strip.getByText('Thank you. You are on our list.')).toBeVisible();
  expect((await staff.call(listSubscribers, {})).find((one) => one.email === email)).toMatchObject({ held: false, wording: 2 });
  const [mail] = await staff.call(readMailbox, { to: email });
  expect(mail?.body).toContain('?subject=Unsubscribe');
});
