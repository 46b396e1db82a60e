import { copy } from '@portal/contracts/_kernel/copy';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { faq } from '@portal/contracts/pages/pages.endpoints';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { FaqScreen } from './FaqScreen';

const groups = [
  { title: 'Getting started', questionAnswers: [{ question: 'Who can register?', answer: 'Anyone with a licence.' }] },
  {
    title: 'Pay',
    questionAnswers: [
      { question: 'When am I paid?', answer: 'When the shift ends.' },
      { question: 'Are breaks paid?', answer: 'Yes.\nAll of them.' },
    ],
  },
];
const visitor = { path: '/faq', guard: null } as const;
const answered = () => screen.findByRole('heading', { name: 'Pay' });

it('[PUBLIC-FAQ-01] shows a banner with the title', async () => {
  mockEndpoint(faq, groups);
  renderScreen(<FaqScreen />, visitor);
  const title = screen.getByRole('heading', { level: 1 });
  expect(title).toHaveTextContent('Questions and answers');
  expect(title.closest('header')).toHaveTextContent(/Answers to the questions guards ask most\./);
  await answered();
});

it('[PUBLIC-FAQ-02, PUBLIC-FAQ-05] shows the groups of GET /faq/home/list under their titles, and links to each', async () => {
  const { calls } = mockEndpoint(faq, groups);
  renderScreen(<FaqScreen />, visitor);
  await answered();
  const titles = screen.getAllByRole('heading', { level: 2 }).filter((heading) => !heading.closest('footer'));
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Getting started', 'Pay']);
  for (const { title, questionAnswers } of groups)
    expect(
      within(screen.getByRole('region', { name: title }))
        .getAllByRole('group')
        .map((item) => item.querySelector('summary')?.textContent),
    ).toEqual(questionAnswers.map(({ question }) => question));
  const links = within(screen.getByRole('navigation', { name: 'Groups of questions' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#faq-getting-started', '#faq-pay']);
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).toBeVisible();
  expect(calls).toEqual([{}]);
  expect(faq).toMatchObject({ method: 'GET', path: '/faq/home/list' });
});

it('[PUBLIC-FAQ-03] each question opens its answer and closes it again, independently', async () => {
  mockEndpoint(faq, groups);
  const { user } = renderScreen(<FaqScreen />, visitor);
  await answered();
  const items = within(screen.getByRole('region', { name: 'Pay' })).getAllByRole('group');
  expect(items.map(({ tagName }) => tagName)).toEqual(['DETAILS', 'DETAILS']);
  const [first] = items as HTMLDetailsElement[];
  const answer = screen.getByText('When the shift ends.');
  expect(answer).not.toBeVisible();
  await user.click(screen.getByText('When am I paid?'));
  expect(answer).toBeVisible();
  await user.click(screen.getByText('When am I paid?'));
  expect(first?.open).toBe(false);
});

it('[PUBLIC-FAQ-03] every question is closed at first, and opens only its own answer', async () => {
  mockEndpoint(faq, groups);
  const { user } = renderScreen(<FaqScreen />, visitor);
  await answered();
  const all = groups.flatMap(({ title, questionAnswers }) => questionAnswers.map((one) => ({ title, ...one })));
  const open = () => screen.getAllByRole('group').map((item) => (item as HTMLDetailsElement).open);
  expect(open()).toEqual([false, false, false]);
  for (const [at, { title, question, answer }] of all.entries()) {
    const group = within(screen.getByRole('region', { name: title }));
    await user.click(group.getByText(question));
    expect(group.getByText((_, element) => element?.tagName === 'P' && element.textContent === answer)).toBeVisible();
    expect(open()).toEqual(all.map((_, other) => other === at));
    await user.click(group.getByText(question));
  }
  expect(open()).toEqual([false, false, false]);
});

it('[PUBLIC-FAQ-04/1, PUBLIC-FAQ-08/1] the subscribe strip opens the newsletter modal', async () => {
  mockEndpoint(faq, groups);
  const { user } = renderScreen(<FaqScreen />, visitor);
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Join our newsletter' })).toBeVisible();
});

it('[PUBLIC-FAQ-06] checks the session, and reads data.code and data.data', async () => {
  mockEndpoint(faq, groups);
  const renewed = guard({ firstName: 'Noor' });
  const { calls } = mockEndpoint(session, { guard: renewed, now: '2027-03-14T15:00:00.000Z', standing: null });
  const update = jest.fn();
  const { portal } = renderScreen(<FaqScreen />, { path: '/faq', portal: { session: { update } } });
  await waitFor(() => expect(update).toHaveBeenCalledWith(renewed));
  expect(calls).toEqual([{}]);
  expect(portal.navigations).toEqual([]);
});

it('[PUBLIC-FAQ-07/1] makes no check without a session', async () => {
  mockEndpoint(faq, groups);
  const { calls } = mockEndpoint(session, fails({ code: 401, message: 'Nobody' }));
  renderScreen(<FaqScreen />, visitor);
  await answered();
  expect(calls).toEqual([]);
});

it('[PUBLIC-FAQ-06, PUBLIC-FAQ-07/2] stays silently on the page when the session has ended', async () => {
  mockEndpoint(faq, groups);
  const { calls } = mockEndpoint(session, fails({ code: 401, message: 'Over' }));
  const update = jest.fn();
  const { portal } = renderScreen(<FaqScreen />, { path: '/faq', portal: { session: { update } } });
  await answered();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect([portal.toasts, portal.navigations, update.mock.calls]).toEqual([[], [], []]);
});

it('explains why there are no questions, and reads again on Retry', async () => {
  mockEndpoint(faq, fails({ code: 404, message: 'Not now', userMessage: 'Not now' }));
  const { user, portal } = renderScreen(<FaqScreen />, visitor);
  expect(await screen.findByText('The questions could not be loaded')).toBeVisible();
  mockEndpoint(faq, groups);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await answered()).toBeVisible();
  expect(portal.toasts).toEqual([]);
});

it('explains a lost connection without mentioning input', async () => {
  mockEndpoint(faq, fails({ code: 0, message: 'No answer', userMessage: copy.offline }));
  renderScreen(<FaqScreen />, visitor);
  expect(await screen.findByText('We cannot reach the portal right now. Please try again.')).toBeVisible();
  expect(screen.queryByText(copy.offline)).toBeNull();
});

it('shows that there are no questions', async () => {
  mockEndpoint(faq, []);
  renderScreen(<FaqScreen />, visitor);
  expect(await screen.findByText(/There are no questions here yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact_us');
});

it('shows prerendered questions without JavaScript, and does not read them again', () => {
  const { plain } = renderScreen(<FaqScreen />, { ...visitor, served: true, page: { content: { '/faq/home/list': groups } } });
  expect(plain?.getByText('When the shift ends.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Pay' })).toBeVisible();
});
