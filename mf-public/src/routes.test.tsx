import { session } from '@portal/contracts/auth/auth.endpoints';
import { openings } from '@portal/contracts/career/career.endpoints';
import { faq, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { Screens } from './routes';

const visit = (path: string) => renderScreen(<Screens />, { path, guard: null });

beforeEach(() => {
  mockEndpoint(faq, [{ title: 'Pay', questionAnswers: [{ question: 'When?', answer: 'When the shift ends.' }] }]);
  mockEndpoint(howItWorks, []);
  mockEndpoint(openings, []);
  mockEndpoint(staticPage, ({ type }) => ({ type, description: `<p>The text of ${type}.</p>` }));
});

it('[ROUTE-01, AUTHZ-20] / shows the public home page', async () => {
  visit('/');
  expect(await screen.findByRole('heading', { name: 'Ten sectors, one profile' })).toBeVisible();
});

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

it('[ROUTE-47] /how-it-work shows the steps for customers and for guards', async () => {
  visit('/how-it-work');
  for (const [name, steps] of [
    ['Steps for customers', 6],
    ['Steps for guards', 2],
  ] as const) {
    const list = within(await screen.findByRole('list', { name })).getAllByRole('listitem');
    expect(list).toHaveLength(steps);
    for (const step of list) expect(step).toHaveTextContent(/\w+( \S+){3}/);
  }
});

it('[ROUTE-49] /about-us shows who we are and our mission', async () => {
  visit('/about-us');
  for (const name of ['Who we are', 'Our mission']) expect(await screen.findByRole('region', { name })).toHaveTextContent(/\w+( \S+){20}/);
});

it('[ROUTE-50] /services shows the ten sectors', async () => {
  visit('/services');
  const tiles = within(await screen.findByRole('region', { name: 'Our ten sectors' })).getAllByRole('link');
  expect(tiles).toHaveLength(10);
  expect(hrefs()).toEqual(expect.arrayContaining(['/our-speciality/bank', '/our-speciality/vip', '/ontario']));
});

it('[POSTING-06] /job-posting-policy shows the required facts of a posting, the forbidden practices, the way to report and the next steps', async () => {
  visit('/job-posting-policy');
  for (const name of ['What every posting states', 'What we do not allow', 'How to report a posting', 'What happens next'])
    expect(await screen.findByRole('region', { name })).toHaveTextContent(/\w+( \S+){20}/);
  expect(screen.getByRole('region', { name: 'How to report a posting' })).toHaveTextContent('choose “Report this job”');
  expect(hrefs()).toEqual(expect.arrayContaining(['/job-posting-policy', '/contact_us']));
});

it('[ROUTE-55] /ontario shows the service areas', async () => {
  visit('/ontario');
  const areas = within(await screen.findByRole('list', { name: 'Service areas' })).getAllByRole('listitem');
  expect(areas.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Toronto', 'Ottawa', 'Hamilton']));
});

it('[ROUTE-57] /contract_agreement shows the agreement and the link to the next step', async () => {
  visit('/contract_agreement');
  expect(await screen.findByText('The text of guardAgreement.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Agree & Continue' })).toBeVisible();
});

it.each([
  ['[ROUTE-47]', '/how-it-work', 'From a job posted to a job done', 'How It Works'],
  ['[ROUTE-48]', '/faq', 'Questions and answers', 'FAQ'],
  ['[ROUTE-49]', '/about-us', 'Security work that both sides can trust', 'About Us'],
  ['[ROUTE-50]', '/services', 'Security guards for ten sectors', 'Services'],
  ['[ROUTE-51]', '/privacy-policy', 'Privacy Policy', 'Privacy Policy'],
  ['[ROUTE-52]', '/terms-and-condition', 'Terms and Conditions', 'Terms and Conditions'],
  ['[ROUTE-53]', '/our-speciality/car-lots', 'Car lot security guards', 'Car Lots'],
  ['[ROUTE-53]', '/our-speciality/vip', 'VIP protection', 'VIP'],
  ['[ROUTE-54]', '/contact_us', 'Contact our team', 'Contact Us'],
  ['[ROUTE-55]', '/ontario', 'Security guards in Ontario', 'Ontario'],
  ['[ROUTE-56]', '/training', 'From your first course to your first shift', 'Training'],
  ['[ROUTE-57]', '/contract_agreement', 'Contract agreement', 'Contract agreement'],
  ['[ROUTE-58]', '/career', 'Work behind the guards', 'Career'],
])('%s [AUTHZ-20] %s is the page "%s", without a session', async (_, path, heading, name) => {
  visit(path);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(heading);
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(trail.querySelector('[aria-current=page]')).toHaveTextContent(name);
  expect(within(trail).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
});

it.each([
  ...['/', '/how-it-work', '/faq', '/about-us', '/services', '/privacy-policy', '/terms-and-condition', '/our-speciality/vip'],
  ...['/contact_us', '/ontario', '/training', '/contract_agreement', '/career'],
])(
  '[PUBLIC-FOOTER-01, PUBLIC-FOOTER-02, PUBLIC-FOOTER-03, PUBLIC-NEWS-02] %s ends with the newsletter strip and the footer',
  async (path) => {
    visit(path);
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.getByText('Oshawa, Ontario')).toBeVisible();
    expect(within(footer.getByRole('list', { name: 'Follow us' })).getAllByRole('link')).toHaveLength(4);
    expect(footer.getByRole('link', { name: 'support@example.com' })).toHaveAttribute('href', 'mailto:support@example.com');
    expect(within(screen.getByRole('region', { name: 'Newsletter' })).getByRole('button', { name: 'Subscribe' })).toBeVisible();
  },
);

it.each([
  ['[ROUTE-59]', '/404'],
  ['[ROUTE-60]', '/no/such/page'],
  ['[ROUTE-60]', '/nobody'],
  ['[ROUTE-60]', '/faq/more'],
  ['[ROUTE-60]', '/our-speciality'],
  ['[ROUTE-60]', '/guard/nobody'],
])('%s [AUTHZ-20] %s shows the not-found page, without a session', async (_, path) => {
  visit(path);
  expect(await screen.findByRole('heading', { level: 1, name: /Page Is Not Found/ })).toBeVisible();
});

it.each([
  ['/faq', 'When?'],
  ['/privacy-policy', 'The text of privacy.'],
  ['/terms-and-condition', 'The text of terms.'],
  ['/contract_agreement', 'The text of guardAgreement.'],
])('[AUTHZ-39] a guard with a session reads %s', async (path, text) => {
  const check = mockEndpoint(session, fails({ code: 503, message: 'Not now.' }));
  renderScreen(<Screens />, { path });
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(() => expect(check.calls).toHaveLength(path === '/faq' ? 1 : 0));
});

const routes = declaredRegistry().modules['mf-public']?.routes ?? {};
const declared = Object.entries(routes).flatMap(([pattern, route]) => [
  ...(route.description ? [[pattern, route] as const] : []),
  ...Object.entries(route.pages ?? {}),
]);

it.each(declared)('%s has a unique description for search engines of at most 160 characters', (_, { title, description }) => {
  expect(title).not.toBe('');
  expect(description?.length).toBeGreaterThan(70);
  expect(description?.length).toBeLessThanOrEqual(160);
  expect(declared.filter(([, other]) => other.title === title || other.description === description)).toHaveLength(1);
});
