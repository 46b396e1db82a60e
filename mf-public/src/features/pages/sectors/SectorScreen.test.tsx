import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { SectorScreen } from './SectorScreen';
import { ServicesScreen } from './ServicesScreen';

const visit = (type: string) =>
  renderScreen(<SectorScreen />, { path: `/our-speciality/${type}`, route: '/our-speciality/:type', guard: null });

const sectors = [
  ['bank', 'Bank security guards', '6 hours’ notice'],
  ['car-lots', 'Car lot security guards', '18 hours’ notice'],
  ['concierge', 'Concierge security guards', '12 hours’ notice'],
  ['loss-prevention', 'Loss prevention guards', '18 hours’ notice'],
  ['protests', 'Guards for protests', '18 hours’ notice'],
  ['access-control', 'Access control guards', '12 hours’ notice'],
  ['events', 'Event security guards', '18 hours’ notice'],
  ['residential', 'Residential security guards', '12 hours’ notice'],
  ['construction', 'Construction site guards', '18 hours’ notice'],
  ['vip', 'VIP protection', 'Within hours'],
] as const;

const others = () =>
  within(screen.getByRole('region', { name: 'Other sectors' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
const hireText = () => screen.getByRole('region', { name: 'Hire a guard' }).querySelector('p')?.textContent ?? '';
const whyItems = () => within(screen.getByRole('list', { name: 'Why hire with us' })).getAllByRole('listitem');

it.each(sectors)(
  '[PUBLIC-SECTOR-01, PUBLIC-SECTOR-02, PUBLIC-SECTOR-03, PUBLIC-SECTOR-04] %s: heading, hire description, why-hire list, and the nine others',
  (type, title, notice) => {
    visit(type);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(hireText().length).toBeGreaterThan(100);
    expect(whyItems()).toHaveLength(4);
    for (const item of whyItems()) expect(item).toHaveTextContent(/\w+ \w+/);
    expect(screen.getByText(notice, { selector: 'strong' })).toBeVisible();
    expect(others()).toEqual(sectors.filter(([other]) => other !== type).map(([other]) => `/our-speciality/${other}`));
  },
);

it('[PUBLIC-SECTOR-01, PUBLIC-SECTOR-02, PUBLIC-SECTOR-03, PUBLIC-SECTOR-07/1] every sector, and airports, has its own texts', () => {
  const told = [...sectors.map(([type]) => type), 'airports'].map((type) => {
    const { unmount } = visit(type);
    const words = [screen.getByRole('heading', { level: 1 }).textContent, hireText(), ...whyItems().map((item) => item.textContent)];
    expect(others()).toHaveLength(type === 'airports' ? 10 : 9);
    unmount();
    return words;
  });
  const all = told.flat();
  expect(new Set(all).size).toBe(all.length);
});

it('the illustrations of the ten sectors and of airports share only the ground', () => {
  const drawings = [...sectors.map(([type]) => type), 'airports'].map((type) => {
    const { container, unmount } = visit(type);
    const paths = [...container.querySelectorAll('header svg > path')].map((path) => path.getAttribute('d'));
    unmount();
    return paths;
  });
  expect(drawings).toHaveLength(11);
  // Each has a background, a place, lights and outlines; all share the ground.
  for (const drawing of drawings) expect(drawing.length).toBeGreaterThanOrEqual(5);
  const parts = drawings.flatMap((drawing) => drawing.filter((path) => path !== 'M8 284h464v8H8Z'));
  expect(new Set(parts).size).toBe(parts.length);
});

it('links from its first lines to the form', () => {
  visit('concierge');
  const link = screen.getByRole('link', { name: 'Ask for guards' });
  expect(link.getAttribute('href')).toBe(`#${screen.getByRole('heading', { name: 'Ask for guards' }).id}`);
});

it.each([
  ['bank', 'BANK'],
  ['car-lots', 'CAR LOTS'],
  ['concierge', 'CONCIERGE'],
  ['loss-prevention', 'LOSS PREVENTION'],
  ['protests', 'PROTESTS'],
  ['access-control', 'ACCESS CONTROL'],
  ['events', 'EVENTS'],
  ['residential', 'RESIDENTIAL'],
  ['construction', 'CONSTRUCTION'],
  ['vip', 'VIP'],
  ['airports', 'AIRPORTS'],
])('[PUBLIC-SECTOR-08/1, API-PUBLIC-09] the page of %s has the enquiry form, with the pageId %s', (type, pageId) => {
  visit(type);
  const form = screen.getByRole('form', { name: 'Ask for guards' });
  expect(within(form).getByRole('button', { name: 'Send enquiry' })).toBeVisible();
  expect([...form.querySelectorAll('input[name=pageId]')].map((input) => (input as HTMLInputElement).value)).toEqual([pageId]);
});

it('[PUBLIC-COPY-13] the page of events states that guards are not offered where alcohol is served', () => {
  visit('events');
  expect(screen.getByText(/We do not offer security for events where alcohol is served\./)).toBeVisible();
});

it('[PUBLIC-SECTOR-05, PUBLIC-SECTOR-07/1] airports has its own page', () => {
  visit('airports');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Airport security guards');
  expect(hireText()).toMatch(/^Hire guards for hangars, cargo sheds, parking lots/);
  expect(whyItems()).toHaveLength(4);
});

it('[PUBLIC-SECTOR-07/1] an enquiry about airport guards works as on any other page', async () => {
  const mocked = mockEndpoint(sendEnquiry, null, 'We will call you.');
  const { user, portal } = visit('airports');
  const form = within(screen.getByRole('form', { name: 'Ask for guards' }));
  const typed = { Name: 'Zoë Roy', Email: 'zoe@example.com', Phone: '4165550134', 'What do you need?': 'Two guards at a hangar' };
  for (const [label, text] of Object.entries(typed)) await user.type(form.getByLabelText(label), text);
  await user.click(form.getByRole('button', { name: 'Send enquiry' }));
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'success', text: 'We will call you.' }]));
  expect(mocked.calls).toMatchObject([{ pageId: 'AIRPORTS', query: 'Two guards at a hangar' }]);
});

it('[PUBLIC-SECTOR-07/2] no tile links to airports', () => {
  const { unmount } = visit('airports');
  expect(others()).toEqual(sectors.map(([type]) => `/our-speciality/${type}`));
  unmount();
  renderScreen(<ServicesScreen />, { path: '/services', guard: null });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/our-speciality/airports');
});

it.each(['prisons', 'BANK', 'constructor'])('[PUBLIC-SECTOR-06/1] for %s, which is no sector, the page has only the footer', (type) => {
  const { container } = visit(type);
  expect(screen.getByRole('contentinfo')).toBeVisible();
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.queryByRole('region')).toBeNull();
  expect(container.querySelector('[data-bleed]')?.textContent).toBe(screen.getByRole('contentinfo').textContent);
});

it.each([
  ['[PUBLIC-SERVICES-01]', 'Banks', '/our-speciality/bank'],
  ['[PUBLIC-SERVICES-02]', 'Car Lots', '/our-speciality/car-lots'],
  ['[PUBLIC-SERVICES-03]', 'Concierge', '/our-speciality/concierge'],
  ['[PUBLIC-SERVICES-04]', 'Loss Prevention', '/our-speciality/loss-prevention'],
  ['[PUBLIC-SERVICES-05]', 'Protests', '/our-speciality/protests'],
  ['[PUBLIC-SERVICES-06]', 'Access Control', '/our-speciality/access-control'],
  ['[PUBLIC-SERVICES-07]', 'Events', '/our-speciality/events'],
  ['[PUBLIC-SERVICES-08]', 'Residential', '/our-speciality/residential'],
  ['[PUBLIC-SERVICES-09]', 'Construction', '/our-speciality/construction'],
  ['[PUBLIC-SERVICES-10]', 'VIP', '/our-speciality/vip'],
])('%s Services has a tile %s that links to %s', (_, name, href) => {
  renderScreen(<ServicesScreen />, { path: '/services', guard: null });
  const tiles = within(screen.getByRole('region', { name: 'Our ten sectors' })).getAllByRole('link');
  expect(tiles).toHaveLength(10);
  expect(tiles.find((tile) => tile.textContent?.startsWith(name))).toHaveAttribute('href', href);
});

it('[PUBLIC-SERVICES-11] Services shows an Ontario section that links to the service areas', () => {
  renderScreen(<ServicesScreen />, { path: '/services', guard: null });
  const section = within(screen.getByRole('region', { name: 'Across southern Ontario' }));
  expect(section.getAllByRole('listitem')).toHaveLength(9);
  expect(section.getByRole('link', { name: 'Our service areas in Ontario' })).toHaveAttribute('href', '/ontario');
});
