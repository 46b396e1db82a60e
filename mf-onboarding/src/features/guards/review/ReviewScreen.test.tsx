import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { ReviewScreen } from './ReviewScreen';

const registered = guard({
  middleName: 'May',
  profileImage: 'face.png',
  status: 0,
  workSpecialities: [],
  securityRegistrationDocument: 'licence.png',
  securityRegistrationExpiryDate: '2029-01-31',
  identityDocuments: [
    { idType: 'Canadian passport', idNumber: 'AB-123', idProof: 'passport.png', fileName: 'p.png' },
    { idType: 'Other', idNumber: 'Z 9', idProof: '', fileName: '' },
    { idType: 'Permanent resident card', idNumber: 'P-7', idProof: 'card.png', fileName: 'c.png' },
  ],
  employmentDetails: [
    {
      employerName: 'Acme Guards',
      projectName: 'Night watch',
      from: '2019-01-01',
      to: '2020-12-31',
      speciality: { id: 's', name: 'Bank' },
    },
    { employerName: 'Beta', projectName: 'Door', from: null, to: null, speciality: null },
    { employerName: 'Gamma', projectName: 'Gate', from: '2021-02-03', to: '2021-11-30', speciality: null },
  ],
});

beforeAll(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

function open(who: Guard = registered) {
  mockEndpoint(profile, { guard: who });
  const pictures = mockEndpoint(previewMedia, null);
  return { pictures, ...renderScreen(<ReviewScreen />, { path: `/review/${who.id}`, route: '/review/:id', guard: who }) };
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const shownAt = (scope: Awaited<ReturnType<typeof card>>, name: string) => scope.getByText(name).nextElementSibling;

it('[REVIEW-01] is a read-only summary', async () => {
  const { container } = open();
  await card('Personal information');
  for (const role of ['textbox', 'button', 'checkbox', 'combobox'] as const) expect(screen.queryAllByRole(role)).toEqual([]);
  expect(container.querySelectorAll('input, select, textarea, button, [contenteditable]')).toHaveLength(0);
});

it('shows equal documents and equal employers on separate lines', async () => {
  const [proof] = registered.identityDocuments;
  const [job] = registered.employmentDetails;
  if (!proof || !job) throw new Error('a document and an employer');
  open({ ...registered, identityDocuments: [proof, proof], employmentDetails: [job, job] });
  expect((await card('Identification documents')).getAllByRole('listitem')).toHaveLength(2);
  expect((await card('Previous employers')).getAllByRole('listitem')).toHaveLength(2);
});

it('[REVIEW-02, REVIEW-03, REVIEW-04, REVIEW-05] shows name, email, mobile number and date of birth', async () => {
  open();
  const you = await card('Personal information');
  expect(you.getByText('Ada May Marsh')).toBeVisible();
  expect(shownAt(you, 'Email')).toHaveTextContent('ada.marsh@example.com');
  expect(shownAt(you, 'Mobile number')).toHaveTextContent('4165550134');
  expect(shownAt(you, 'Date of birth')).toHaveTextContent('17/05/1990');
});

it('[REVIEW-06, REVIEW-10] shows the profile image and the image of each identity proof, fetched with the session', async () => {
  const { pictures } = open();
  expect(await screen.findByRole('img', { name: 'Profile picture of Ada May Marsh' })).toHaveAttribute('src', 'blob:picture');
  for (const name of ['Canadian passport, number AB-123', 'Permanent resident card, number P-7'])
    expect(await screen.findByRole('img', { name })).toHaveAttribute('src', 'blob:picture');
  expect(pictures.calls.map(({ filename }) => filename).sort()).toEqual(['card.png', 'face.png', 'licence.png', 'passport.png']);
  expect((await card('Identification documents')).getByText('No picture')).toBeVisible();
});

it.each([
  ['[REVIEW-06] the profile image', 'face.png', 'Profile picture of Ada May Marsh'],
  ['the licence', 'licence.png', 'Security licence'],
  ['[REVIEW-10] the first identity proof', 'passport.png', 'Canadian passport, number AB-123'],
  ['[REVIEW-10] the third identity proof', 'card.png', 'Permanent resident card, number P-7'],
])('%s has its own picture: %s', async (_what, stored, alt) => {
  mockEndpoint(profile, { guard: registered });
  // No other picture is ever loaded.
  mockEndpoint(previewMedia, ({ filename }) => (filename === stored ? null : new Promise<null>(() => undefined)));
  const at = { path: `/review/${registered.id}`, route: '/review/:id', guard: registered };
  const { container } = renderScreen(<ReviewScreen />, at);
  expect(await screen.findByRole('img', { name: alt })).toBeVisible();
  expect([...container.querySelectorAll('img')].map((one) => one.alt)).toEqual([alt]);
});

it('[REVIEW-07, SHARED-23] shows the licence number, and its last day as DD/MM/YYYY', async () => {
  open();
  const licence = await card('Security licence');
  expect(shownAt(licence, 'Licence number')).toHaveTextContent('12345678');
  expect(shownAt(licence, 'Expiry date')).toHaveTextContent('31/01/2029');
});

it('[REVIEW-08, REVIEW-09] shows type and number of each identity proof', async () => {
  open();
  const proofs = (await card('Identification documents')).getAllByRole('listitem').map((item) => item.textContent);
  expect(proofs).toEqual(
    [/Canadian passport.*AB-123/, /Other.*Z 9/, /Permanent resident card.*P-7/].map((row) => expect.stringMatching(row)),
  );
});

it('[REVIEW-11, REVIEW-12, REVIEW-13, REVIEW-14] shows position, employer, the fixed speciality and the dates of each employment', async () => {
  open();
  const entries = (await card('Previous employers'))
    .getAllByRole('listitem')
    .map((item) => [...item.children].map((line) => line.textContent));
  expect(entries).toEqual([
    ['Night watch', 'Acme Guards', 'Building Security', '01/01/2019 to 31/12/2020'],
    ['Door', 'Beta', 'Building Security', 'Dates not given'],
    ['Gate', 'Gamma', 'Building Security', '03/02/2021 to 30/11/2021'],
  ]);
});

it('[REG-53/2] prints the fixed speciality for each stored value', async () => {
  open();
  const history = await card('Previous employers');
  expect(history.getAllByText('Building Security')).toHaveLength(3);
  expect(history.queryByText('Bank')).toBeNull();
});

it('[REVIEW-15, REVIEW-17/1] Submit opens the work profile with login', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Submit' })).toHaveAttribute('href', `/work-profile/${registered.id}?isShow=with_login`);
});

it('[REVIEW-16, SHELL-42/3] Previous Step opens the registration', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Previous Step' })).toHaveAttribute('href', `/guard/registration/${registered.id}`);
});

it('after the onboarding, Previous Step opens the edit mode, and there is no stepper', async () => {
  open(guard());
  await card('Personal information');
  expect(screen.getByRole('link', { name: 'Previous Step' })).toHaveAttribute('href', expect.stringContaining('?status=loggedin'));
  expect(screen.queryByRole('navigation', { name: 'Onboarding' })).toBeNull();
});

it.each([
  ['personal information', 'person'],
  ['security licence', 'licence'],
  ['identification documents', 'documents'],
  ['previous employers', 'employers'],
])('links from the %s to its section of the registration', async (what, section) => {
  open();
  const to = `/guard/registration/${registered.id}#${section}`;
  expect(await screen.findByRole('link', { name: `Change: ${what}` })).toHaveAttribute('href', to);
});

it('names missing details, and links to the section for them', async () => {
  open({ ...registered, licenseNumber: null, securityRegistrationDocument: null });
  const missing = within(await screen.findByRole('region', { name: 'Still missing' })).getAllByRole('link');
  expect(missing.map((link) => [link.textContent, link.getAttribute('href')?.split('#')[1]])).toEqual([
    ['Add your licence number', 'licence'],
    ['Add a picture of your licence', 'licence'],
    ['Add a picture of each document', 'documents'],
  ]);
  expect(screen.queryByText('Your registration is complete.')).toBeNull();
});

it('shows that the registration is complete, and names the next step', async () => {
  open({ ...registered, identityDocuments: registered.identityDocuments.filter(({ idProof }) => idProof) });
  expect(await screen.findByText('Your registration is complete.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Submit' })).toHaveAccessibleDescription(
    'Next: your work profile, the last step before approval.',
  );
});

it('reports a missing detail in the place of its value', async () => {
  open({ ...registered, identityDocuments: [], employmentDetails: [], licenseNumber: null });
  expect((await card('Identification documents')).getByText(/not added an identification document/)).toBeVisible();
  expect((await card('Previous employers')).getByText(/not added a previous employer/)).toBeVisible();
  expect(shownAt(await card('Security licence'), 'Licence number')).toHaveTextContent('Not given');
});

it('after a failed read offers Retry, and Submit once the details are there', async () => {
  let isDown = true;
  mockEndpoint(profile, () => (isDown ? fails({ code: 400, message: 'No' }) : { guard: registered }));
  mockEndpoint(previewMedia, null);
  const { user } = renderScreen(<ReviewScreen />, { path: `/review/${registered.id}`, route: '/review/:id', guard: registered });
  const retry = await screen.findByRole('button', { name: /retry|again/i });
  expect(screen.queryByRole('link', { name: 'Submit' })).toBeNull();
  isDown = false;
  await user.click(retry);
  expect(await screen.findByText('Ada May Marsh')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Submit' })).toBeVisible();
});
