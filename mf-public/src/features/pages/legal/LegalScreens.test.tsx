import { copy } from '@portal/contracts/_kernel/copy';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { ContractScreen } from '../contract/ContractScreen';
import { PrivacyScreen, TermsScreen } from './LegalScreens';

const html = '<h2>Section</h2><p onclick="x()">The <b>text</b><script>window.evil = 1</script><img src=x onerror="x()"></p>';
const visit = (Screen: typeof PrivacyScreen) => renderScreen(<Screen />, { guard: null });

it.each([
  ['[PUBLIC-LEGAL-01, PUBLIC-LEGAL-03, PUBLIC-LEGAL-06/1]', PrivacyScreen, 'privacy', 'Privacy Policy'],
  ['[PUBLIC-LEGAL-02, PUBLIC-LEGAL-04, PUBLIC-LEGAL-06/1]', TermsScreen, 'terms', 'Terms and Conditions'],
] as const)('%s shows the text of GET /static/pages/{type} at full length, and the page scrolls it', async (_, Screen, type, title) => {
  const { calls } = mockEndpoint(staticPage, (input) => ({ type: input.type, description: html }));
  visit(Screen);
  const box = await screen.findByRole('region', { name: title });
  expect(await within(box).findByRole('heading', { name: 'Section' })).toBeVisible();
  expect(box).toHaveTextContent('The text');
  expect(box).not.toHaveAttribute('tabindex');
  expect(calls).toEqual([{ type }]);
  expect(staticPage).toMatchObject({ method: 'GET', path: '/static/pages/:type' });
});

it('lists the sections of a text, each as a link', async () => {
  mockEndpoint(staticPage, ({ type }) => ({ type, description: '<h2>Fees &amp; pay</h2><p>One</p><h2>Ending</h2><p>Two</p>' }));
  visit(TermsScreen);
  const contents = await screen.findByRole('navigation', { name: 'On this page' });
  await screen.findByRole('heading', { name: 'Ending' });
  const links = within(contents).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Fees & pay', 'Ending']);
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).toHaveTextContent(link.textContent ?? '');
});

it.each([
  ['Privacy Policy', PrivacyScreen],
  ['Terms and Conditions', TermsScreen],
  ['Contract agreement', ContractScreen],
])('[PUBLIC-LEGAL-05] runs no script in the text of %s', async (_, Screen) => {
  const evil = `${html}<p><a href="javascript:x()">More</a><a href="/faq">FAQ</a></p><iframe src="https://elsewhere.example"></iframe>`;
  mockEndpoint(staticPage, ({ type }) => ({ type, description: evil }));
  visit(Screen);
  expect((await screen.findByTestId('rich-text')).innerHTML).toBe(
    '<h2>Section</h2><p>The <b>text</b></p><p><a>More</a><a href="/faq">FAQ</a></p>',
  );
});

it.each([
  ['Privacy Policy', PrivacyScreen, 404],
  ['Privacy Policy', PrivacyScreen, 403],
  ['Privacy Policy', PrivacyScreen, 500],
  ['Terms and Conditions', TermsScreen, 404],
  ['Terms and Conditions', TermsScreen, 500],
  ['Contract agreement', ContractScreen, 404],
  ['Contract agreement', ContractScreen, 500],
])(
  '[PUBLIC-LEGAL-07/1, PUBLIC-LEGAL-07/2] %s: shows Retry in the place of a text that fails, and no toast',
  async (title, Screen, code) => {
    mockEndpoint(staticPage, fails({ code, message: 'This text is not written yet.', userMessage: 'This text is not written yet.' }));
    const { user, portal } = visit(Screen);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByTestId('rich-text')).toBeNull();
    expect(screen.getByText('We cannot show this text right now. Please try again.')).toBeVisible();
    expect(screen.queryByText('This text is not written yet.')).toBeNull();
    expect(portal.toasts).toEqual([]);
    mockEndpoint(staticPage, ({ type }) => ({ type, description: html }));
    await user.click(retry);
    expect(await screen.findByRole('region', { name: title })).toHaveTextContent('The text');
  },
);

it.each([
  ['Privacy Policy', PrivacyScreen, '/static/pages/privacy'],
  ['Terms and Conditions', TermsScreen, '/static/pages/terms'],
])('%s: shows prerendered text without JavaScript, and does not read it again', (title, Screen, path) => {
  const content = { [path]: { type: 'any', description: '<h2>Served</h2>' } };
  const { plain } = renderScreen(<Screen />, { guard: null, served: true, page: { content } });
  expect(plain?.getByRole('heading', { name: 'Served' })).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: title })).getByRole('heading', { name: 'Served' })).toBeVisible();
});

it('explains a lost connection without mentioning input', async () => {
  mockEndpoint(staticPage, fails({ code: 0, message: 'No answer', userMessage: copy.offline }));
  visit(PrivacyScreen);
  expect(await screen.findByText('We cannot reach the portal right now. Please try again.')).toBeVisible();
  expect(screen.queryByText(copy.offline)).toBeNull();
});
