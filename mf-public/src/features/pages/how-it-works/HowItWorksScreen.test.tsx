import { howItWorks } from '@portal/contracts/pages/pages.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HowItWorksScreen } from './HowItWorksScreen';
import { useItems } from './useItems';

const items = [
  { type: 2, question: 'Who may apply?', answer: 'Who holds a licence.' },
  { type: 1, question: 'What does it cost?', answer: 'What you offer.' },
  { type: 2, question: 'When am I paid?', answer: 'When the shift ends.' },
];

/** The test decides when the page is idle. */
let idle: (() => void)[] = [];
beforeEach(() => {
  idle = [];
  Object.assign(window, { requestIdleCallback: (run: () => void) => idle.push(run), cancelIdleCallback: () => undefined });
});
afterEach(() => {
  cleanup();
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name);
});
const becomeIdle = () =>
  act(async () => {
    for (const run of idle.splice(0)) run();
  });

const open = (shown = <HowItWorksScreen />) => renderScreen(shown, { path: '/how-it-work', guard: null });
const stepAt = (label: string, index: number) => {
  const step = within(screen.getByRole('list', { name: label })).getAllByRole('listitem')[index];
  return [step?.querySelector('.number')?.textContent, step?.querySelector('h3')?.textContent];
};

it('[PUBLIC-HIW-01] shows the breadcrumb Home > How It Works', () => {
  open();
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Home', 'How It Works']);
  expect(trail.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
});

it.each([
  ['[PUBLIC-HIW-02]', 'customers', '01', 'Register'],
  ['[PUBLIC-HIW-03]', 'customers', '02', 'Post Job'],
  ['[PUBLIC-HIW-04]', 'customers', '03', 'Notification'],
  ['[PUBLIC-HIW-05]', 'customers', '04', 'Job Match'],
  ['[PUBLIC-HIW-06]', 'customers', '05', 'Job is Assigned'],
  ['[PUBLIC-HIW-07]', 'customers', '06', 'Job Start/Ends'],
  ['[PUBLIC-HIW-08]', 'guards', '01', 'Apply'],
  ['[PUBLIC-HIW-09]', 'guards', '02', 'Register'],
])('%s shows %s step %s %s', (_, who, number, title) => {
  open();
  expect(stepAt(`Steps for ${who}`, Number(number) - 1)).toEqual([number, title]);
});

it('[PUBLIC-HIW-09] a guard is registered after a rigorous vetting process', () => {
  open();
  const steps = within(screen.getByRole('list', { name: 'Steps for guards' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.includes('After a rigorous vetting process'))).toEqual([false, true]);
  expect(screen.getAllByText(/rigorous vetting/)).toHaveLength(1);
});

it('explains guard swapping, and links to the shifts to cover', () => {
  open();
  expect(screen.getByRole('heading', { level: 2, name: 'Guard swapping' })).toHaveAttribute('id', 'guard-swapping');
  expect(stepAt('Steps of guard swapping', 1)).toEqual(['02', 'Accept']);
  expect(screen.getByRole('link', { name: 'Shifts to cover' })).toHaveAttribute('href', '/covers');
});

it('[PUBLIC-HIW-10, PUBLIC-HIW-12/1] requests the items once the page is idle', async () => {
  const mocked = mockEndpoint(howItWorks, items);
  open();
  expect(mocked.calls).toEqual([]);
  await becomeIdle();
  await waitFor(() => expect(mocked.calls).toEqual([{}]));
  expect(howItWorks).toMatchObject({ method: 'GET', path: '/how-it-work-faq/home/list' });
});

it('[PUBLIC-HIW-10, PUBLIC-HIW-11, PUBLIC-HIW-12/1] splits the items by type, 1 for customers and 2 for guards', async () => {
  mockEndpoint(howItWorks, items);
  function Split() {
    const { customer, guard } = useItems();
    return <p>{[customer, guard].map((part) => part.map(({ question }) => question).join()).join(' | ')}</p>;
  }
  open(<Split />);
  await becomeIdle();
  expect(await screen.findByText('What does it cost? | Who may apply?,When am I paid?')).toBeVisible();
});

it('[PUBLIC-HIW-12/2] shows neither part', async () => {
  const mocked = mockEndpoint(howItWorks, items);
  const { container } = open();
  const before = container.innerHTML;
  await becomeIdle();
  await waitFor(() => expect(mocked.calls).toHaveLength(1));
  await act(async () => undefined);
  expect(container.innerHTML).toBe(before);
});

it('reports a failure of the hidden items only to telemetry', async () => {
  mockEndpoint(howItWorks, fails({ code: 500, message: 'Down' }));
  const told: string[] = [];
  const { portal } = renderScreen(<HowItWorksScreen />, {
    path: '/how-it-work',
    guard: null,
    portal: { telemetry: ({ event }) => void told.push(event) },
  });
  await becomeIdle();
  await waitFor(() => expect(told).toEqual(['how it works']));
  expect(portal.toasts).toEqual([]);
});
