import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { AboutScreen } from './AboutScreen';

beforeEach(() => void renderScreen(<AboutScreen />, { path: '/about-us', guard: null }));

it('[PUBLIC-ABOUT-01] states the mission: Communication and Confidence', () => {
  const mission = within(screen.getByRole('region', { name: 'Our mission' }));
  expect(mission.getByText(/^Guards know what a shift involves before it begins, and sites know who is coming\./)).toBeVisible();
  expect(mission.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Communication', 'Confidence']);
  const textUnder = (name: string) => mission.getByRole('heading', { name }).nextElementSibling;
  expect(textUnder('Communication')).toHaveTextContent(/^The job, its chat, its notes and its changes are in one place\./);
  expect(textUnder('Confidence')).toHaveTextContent(/^A licence we have checked\. A rate you see before you apply\./);
});

it('[PUBLIC-ABOUT-02] introduces the company', () => {
  const intro = screen.getByRole('region', { name: 'Who we are' });
  expect(intro).toHaveTextContent(/We connect the two/);
  expect(screen.getByText(/connects sites that need security with licensed guards/)).toBeVisible();
});
