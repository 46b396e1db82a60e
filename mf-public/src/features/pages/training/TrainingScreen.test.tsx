import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { TrainingScreen } from './TrainingScreen';

beforeEach(() => void renderScreen(<TrainingScreen />, { guard: null, path: '/training' }));

const benefit = (title: string) =>
  within(screen.getByRole('region', { name: 'What you get' }))
    .getByRole('heading', { level: 3, name: title })
    .closest('li');
const step = (title: string) =>
  within(screen.getByRole('list', { name: 'Steps to your first shift' }))
    .getByRole('heading', { name: title })
    .closest('li');

it.each([
  ['[PUBLIC-TRAINING-04] experts', 'Taught by experts', /partner agencies’ experts teach the courses/],
  ['[PUBLIC-TRAINING-05] the licence', 'On the way to your licence', /security guard licence/],
  ['[PUBLIC-TRAINING-06] finding work', 'Finding work', /find jobs near you/],
])('lists as a benefit: %s', (_, title, text) => expect(benefit(title)).toHaveTextContent(text));

it('[PUBLIC-TRAINING-07] states that guards register their interest with partner agencies', () =>
  expect(step('Register your interest')).toHaveTextContent(/Guards register their interest with our partner agencies/));

it('[PUBLIC-TRAINING-08] states that guards find work once their licence details are updated', () =>
  expect(step('Update your licence, find work')).toHaveTextContent(/Once your licence details are updated in the portal, find work/));
