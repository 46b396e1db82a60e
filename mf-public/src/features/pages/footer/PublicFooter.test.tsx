import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { PublicFooter } from './PublicFooter';

beforeEach(() => void renderScreen(<PublicFooter />, { guard: null }));

it('[PUBLIC-FOOTER-01] shows a postal address in Oshawa', () => {
  const address = screen.getByText('Oshawa, Ontario').closest('address');
  expect(address).toBeVisible();
  expect([...(address?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Oshawa, Ontario',
    'Canada',
    'support@example.com',
  ]);
  expect(screen.getByRole('contentinfo')).toContainElement(address);
});

it('[PUBLIC-FOOTER-02] links to the social networks', () => {
  const links = within(screen.getByRole('list', { name: 'Follow us' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Facebook', 'Instagram', 'LinkedIn', 'X']);
  for (const link of links) expect(link.getAttribute('href')).toMatch(/^https:\/\//);
  expect(links.map((link) => new URL(link.getAttribute('href') ?? '').host)).toEqual([
    ...['www.facebook.com', 'www.instagram.com', 'www.linkedin.com', 'x.com'],
  ]);
});

it('[PUBLIC-FOOTER-03] links to support by e-mail', () => {
  expect(screen.getByRole('link', { name: 'support@example.com' })).toHaveAttribute('href', 'mailto:support@example.com');
});

it('links to every public page', () => {
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...['/', '/how-it-work', '/services', '/ontario', '/about-us', '/faq', '/training', '/career', '/contact_us'],
    ...['/privacy-policy', '/job-posting-policy', '/terms-and-condition', '/contract_agreement'],
  ]);
});
