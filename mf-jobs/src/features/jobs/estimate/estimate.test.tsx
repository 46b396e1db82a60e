import type { FitCheck as Check } from '@portal/contracts/jobs/jobs.fit';
import { fitMessages } from '@portal/contracts/jobs/jobs.fit';
import { payMessages } from '@portal/contracts/jobs/jobs.pay';
import { guard } from '@portal/testing/guard';
import { job } from '@portal/testing/jobs';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { CardEstimate } from './CardEstimate';
import { FitCheck } from './FitCheck';
import { RealPay } from './RealPay';

const check = (kind: Check['kind'], verdict: Check['verdict'], value: string | null = null): Check => ({
  kind,
  verdict,
  value,
  near: null,
});
const driver = guard({ isGoWith: 1 });

it('lists the concerns first, with their number, and states that it is advice', () => {
  renderScreen(<FitCheck checks={[check('overlap', 'good'), check('places', 'good', '2'), check('transport', 'care', '1')]} />);
  const lines = within(screen.getByRole('region', { name: 'Does it fit you?' })).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'Think about it: The job asks for your own vehicle; your profile says public transport',
    'Fits: No overlap with your shifts',
    'Fits: 2 of 5 applied',
  ]);
  expect(screen.getByText(fitMessages.care(1))).toBeVisible();
  expect(screen.getByText(fitMessages.advice)).toBeVisible();
});

it('shows that nothing speaks against the job', () => {
  renderScreen(<FitCheck checks={[check('overlap', 'good')]} />);
  expect(screen.getByText(fitMessages.fits)).toBeVisible();
  expect(screen.queryByText(fitMessages.advice)).toBeNull();
});

it('[SHELL-45] shows the pay for each hour away from home and its parts, and the formula on request', async () => {
  const { user } = renderScreen(<RealPay job={job()} />, { guard: driver });
  const pay = screen.getByRole('region', { name: 'What it really pays' });
  // 8.5 h x 24.50; 12.4 km x 1.3 at 40 km/h and 5 min, each way
  expect(pay).toHaveTextContent('× $24.50');
  expect(pay).toHaveTextContent('$208.25 a shift');
  expect(pay).toHaveTextContent('About 16.1 km each way by your own vehicle');
  expect(pay).toHaveTextContent('58 min there and back');
  expect(pay).toHaveTextContent('$22.00 for an hour away from home');
  expect(pay).toHaveTextContent(payMessages.estimate);
  const formula = within(pay).getByText(/at 40 km\/h and the rest at 90 km\/h, \+ 5 min/);
  expect(formula).not.toBeVisible();
  await user.click(within(pay).getByText('How is this worked out?'));
  expect(formula).toBeVisible();
});

it.each([
  ['address', { distanceFromBase: null }, guard({ isGoWith: 1 }), payMessages.noBase],
  ['way of travelling', {}, guard({ isGoWith: null }), payMessages.noCommute],
])('explains a missing %s and links to the work profile', (_what, changes, who, words) => {
  renderScreen(<RealPay job={job(changes)} />, { guard: who });
  expect(screen.getByText('$208.25 a shift')).toBeVisible();
  expect(screen.getByText(words, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: payMessages.toProfile })).toHaveAttribute('href', `/work-profile/${who.id}?isShow=with_login`);
  expect(screen.queryByText(/for an hour away/)).toBeNull();
});

it('[SHELL-45] a row shows the pay for each hour away from home, and the parts of the profile to check', () => {
  const guardWithoutAddress = guard({ isGoWith: 2, workSpecialities: [] });
  renderScreen(<CardEstimate job={job()} />, { guard: guardWithoutAddress });
  expect(screen.getByText(/^About \$\d+\.\d\d \/ hour with .* of travel$/)).toBeVisible();
  expect(screen.getByText(/Check:/)).toHaveTextContent('Check: own vehicle, speciality');
});
