import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { AboutScreen } from './AboutScreen';

beforeEach(() => void renderScreen(<AboutScreen />, { path: '/about-us', guard: null }));

it('[PUBLIC-ABOUT-01] states the mission: Communication and Confidence', () => {
  const mission = within(screen.getByRole('region', { name: 'Our mission' }));
  expect(mission.getByText(/^That a guard knows what a shift asks before it begins, and a site knows who comes\./)).toBeVisible();
  expect(mission.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Communication', 'Confidence']);
  const textUnder = (name: string) => mission.getByRole('heading', { name }).nextElementSibling;
  expect(textUnder('Communication')).toHaveTextContent(/^One place for the job, its chat, its notes and its changes\./);
  expect(textUnder('Confidence')).toHaveTextContent(/^A licence that was checked\. A rate that stands before you apply\./);
});

it('[PUBLIC-ABOUT-02] introduces the company', () => {
  const intro = screen.getByRole('region', { name: 'Who we are' });
  expect(intro).toHaveTextContent(/somebody who introduces them/);
  expect(screen.getByText(/brings the sites that need guards and the guards who want the work together/)).toBeVisible();
});
