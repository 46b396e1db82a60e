import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { guardAt } from '@portal/testing/guard';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { type Stage, Stepper } from './Stepper';

const shown = (at: Stage, guard = guardAt['work-profile']()) => renderScreen(<Stepper at={at} />, { guard });
const stages = () => screen.getAllByRole('listitem').map((item) => item.textContent);

it('[ROUTING-12] shows the steps in the stated order, which is the order of the pages', () => {
  shown('Privacy');
  expect(stages()).toEqual(['Register', 'Privacy', 'Terms', 'Agreement', 'Code', 'Registration and review', 'Work profile', 'Approval']);
  const states = ['privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval'] as const;
  const led = states.map((state) => nextStep({ ...guardAt[state](), id: 'x' }).to.split('?')[0]);
  expect(led).toEqual([
    '/privacy/x',
    '/termsUse/x',
    '/guard-agreement/x',
    '/guard/otp/x',
    '/guard/registration/x',
    '/work-profile/x',
    '/thankYou',
  ]);
});

it('shows the current step and the remaining ones', () => {
  shown('Work profile');
  expect(screen.getByText(/Step 7 of 8/)).toHaveTextContent('Step 7 of 8: Work profile');
  const [current, ...others] = screen.getAllByRole('listitem', { current: 'step' });
  expect([current?.textContent, others]).toEqual(['Work profile', []]);
});

it('numbers the pages of a new guard consecutively, with the review as part of the registration', () => {
  const number = (at: Stage) => {
    const { unmount } = shown(at);
    const [step] = screen.getByText(/^Step/).textContent?.match(/\d+/) ?? [];
    unmount();
    return Number(step);
  };
  // A saved registration opens the work profile, which links back to the review (ROUTING-13).
  const pages = ['Register', 'Privacy', 'Terms', 'Agreement', 'Code', 'Registration', 'Work profile', 'Approval'] as const;
  expect(pages.map(number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(number('Review')).toBe(6);
});

it.each<[string, Stage, ReturnType<typeof guardAt.otp> | null]>([
  ['nothing is registered yet', 'Registration', guardAt.registration()],
  ['nobody is logged in', 'Privacy', null],
  ['this is the review', 'Review', guardAt['work-profile']()],
])('has no link to the review while %s', (_, at, guard) => {
  renderScreen(<Stepper at={at} />, { guard });
  expect(screen.queryByRole('link')).toBeNull();
});

it.each<[Stage, string | null]>([
  ['Privacy', null],
  ['Terms', '/privacy/x'],
  ['Agreement', '/termsUse/x'],
  ['Code', '/guard-agreement/x'],
  ['Registration', '/guard-agreement/x'],
])('[SHELL-42/3] at %s, Previous links to %s', (at, to) => {
  renderScreen(<Stepper at={at} />, { path: '/step/x', route: '/step/:id', guard: guardAt.registration() });
  expect(screen.queryByRole('link', { name: 'Previous' })?.getAttribute('href') ?? null).toBe(to);
});
