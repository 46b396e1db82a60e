import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { guard } from '@portal/testing/guard';
import { renderScreen } from '@portal/testing/renderScreen';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { HomeScreen } from './HomeScreen';

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));
beforeEach(() => void renderScreen(<HomeScreen />, { guard: null }));

it.each([
  ['Banks', 'Banks', '/our-speciality/bank'],
  ['Car Lots', 'Car Lots', '/our-speciality/car-lots'],
  ['Concierge', 'Concierge', '/our-speciality/concierge'],
  ['Loss Prevention', 'Loss Prevention', '/our-speciality/loss-prevention'],
  ['Protests', 'Protests', '/our-speciality/protests'],
  ['Access Control', 'Access Control', '/our-speciality/access-control'],
  ['Events', 'Events', '/our-speciality/events'],
  ['Residential', 'Residential', '/our-speciality/residential'],
  ['Construction', 'Construction', '/our-speciality/construction'],
  ['VIP', 'VIP', '/our-speciality/vip'],
])('%s: shows ten sectors with links to their pages', (_, name, href) => {
  const links = region(/sectors/i).getAllByRole('link');
  expect(links).toHaveLength(10);
  expect(links.find((link) => link.textContent?.startsWith(name))).toHaveAttribute('href', href);
});

it('[PUBLIC-HOME-01, PUBLIC-COPY-17, PUBLIC-SECTOR-07/2] shows the ten sectors in their order', () => {
  const names = region(/sectors/i)
    .getAllByRole('link')
    .map((link) => link.querySelector('.name')?.textContent);
  expect(names).toEqual([
    ...['Banks', 'Car Lots', 'Concierge', 'Loss Prevention', 'Protests', 'Access Control', 'Events', 'Residential', 'Construction', 'VIP'],
  ]);
});

it('[PUBLIC-HOME-02] shows why-choose points', () => {
  const points = region('Why guards choose us').getAllByRole('heading', { level: 3 });
  expect(points.map(({ textContent }) => textContent)).toEqual([
    'Licensed, insured and bonded',
    'Notice as short as 6 to 18 hours',
    'Live tracking, when it matters',
    'SOS alerts',
    'Group and live chat',
    'E-notes and incident reports',
    'Guard swapping',
    'No long-term contracts',
  ]);
  for (const point of points) expect(point.parentElement?.querySelector('p')?.textContent).toMatch(/\.$/);
});

it('[PUBLIC-COPY-09] the point about guard swapping links to its steps', () => {
  const link = region('Why guards choose us').getByRole('link', { name: 'How guard swapping works' });
  expect(link).toHaveAttribute('href', '/how-it-work#guard-swapping');
});

it('[PUBLIC-HOME-03, PUBLIC-COPY-18] shows the nine cities', () => {
  const cities = region('Work close to home')
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(cities).toEqual(['Toronto', 'Ottawa', 'Mississauga', 'Brampton', 'Hamilton', 'London', 'Markham', 'Vaughan', 'Kitchener']);
});

it('[PUBLIC-HOME-04] shows FAQ teasers that open independently, and links to all questions', () => {
  const section = region('Questions guards ask');
  const teasers = section.getAllByRole('group');
  expect(teasers.map(({ tagName }) => tagName)).toEqual(['DETAILS', 'DETAILS', 'DETAILS', 'DETAILS']);
  expect(teasers.map((teaser) => teaser.querySelector('summary')?.textContent)).toEqual([
    'What do I need to work here?',
    'How soon can I start?',
    'How do I know what a shift pays?',
    'What if I cannot make a shift?',
  ]);
  const answer = section.getByText(/^You can apply for jobs as soon as our team has approved your profile\./);
  expect(answer).not.toBeVisible();
  fireEvent.click(section.getByText('How soon can I start?'));
  expect(answer).toBeVisible();
  expect(section.getByRole('link', { name: 'All questions and answers' })).toHaveAttribute('href', '/faq');
});

it('[PUBLIC-HOME-05, PUBLIC-COPY-14, PUBLIC-COPY-15, PUBLIC-COPY-16] announces the app, and approval before it', () => {
  expect(screen.getByText('The guard mobile app is coming soon.')).toBeVisible();
  expect(screen.getByText(/The system goes live in Autumn'22\. Guards are approved before Autumn'22\./)).toBeVisible();
});

it('[PUBLIC-HOME-06, PUBLIC-HOME-07] ends with the newsletter strip and the footer', () => {
  expect(region('Newsletter').getByRole('button', { name: 'Subscribe' })).toBeVisible();
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Oshawa');
});

it('[PUBLIC-HOME-08, PUBLIC-HOME-09] links guards to registering and to the login', () => {
  expect(screen.getByRole('link', { name: 'Register as a Professional' })).toHaveAttribute('href', '/guard/signup');
  expect(screen.getByRole('link', { name: 'Guard login' })).toHaveAttribute('href', '/guard/login');
});

it('links a guard with a session to the next step, and offers neither registering nor a login', () => {
  cleanup();
  renderScreen(<HomeScreen />);
  expect(screen.getByRole('link', { name: 'Continue in the portal' })).toHaveAttribute('href', nextStep(guard()).to);
  expect(screen.queryByRole('link', { name: /^(Register as a Professional|Guard login)$/ })).not.toBeInTheDocument();
});

it('[PUBLIC-HOME-10, AUTHZ-02] links customers to their own site', () => {
  expect(screen.getByRole('link', { name: 'Log In / Sign Up' })).toHaveAttribute('href', 'https://customers.example.com');
});

it.each([
  ['[PUBLIC-COPY-01]', /licensed, insured and bonded.*hired through a mobile app/i],
  ['[PUBLIC-COPY-02]', /notice as short as 6 to 18 hours/i],
  ['[PUBLIC-COPY-03]', /live tracking/i],
  ['[PUBLIC-COPY-04]', /group and live chat/i],
  ['[PUBLIC-COPY-05]', /instant messages/i],
  ['[PUBLIC-COPY-06]', /SOS alerts/],
  ['[PUBLIC-COPY-07]', /incident reports.*injuries and incidents/i],
  ['[PUBLIC-COPY-08]', /e-notes/i],
  ['[PUBLIC-COPY-09]', /guard swapping/i],
  ['[PUBLIC-COPY-10]', /shift monitoring/i],
  ['[PUBLIC-COPY-11]', /no long-term contracts/i],
  ['[PUBLIC-COPY-12]', /added or removed with notice of a couple of days/i],
])('%s claims %s', (_, claim) => {
  expect(screen.getByRole('region', { name: 'Why guards choose us' })).toHaveTextContent(claim);
});

it.each([
  ['[PUBLIC-COPY-13]', /events security is not offered where alcohol is served/i],
  ['[PUBLIC-COPY-19]', /18 hours’ notice in general/],
  ['[PUBLIC-COPY-19]', /Car Lots18 hours’ notice.*Loss Prevention18 hours’ notice.*Protests18 hours’ notice/],
  ['[PUBLIC-COPY-20]', /Banks6 hours’ notice/],
  ['[PUBLIC-COPY-21]', /Concierge12 hours’ notice/],
  ['[PUBLIC-COPY-22]', /Access Control12 hours’ notice/],
  ['[PUBLIC-COPY-23]', /Residential12 hours’ notice/],
  ['[PUBLIC-COPY-24]', /VIPWithin hours/],
])('%s states %s about the sectors', (_, claim) => {
  expect(screen.getByRole('region', { name: /sectors/i })).toHaveTextContent(claim);
});

it('[PUBLIC-COPY-25] states where we work', () => {
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ontario');
  expect(region('Work close to home').getByText(/across Ontario, Canada/)).toBeVisible();
});
