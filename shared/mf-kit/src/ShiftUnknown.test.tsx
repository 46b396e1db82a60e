import { emergencyCall, emergencyLabel } from '@portal/contracts/_kernel/emergency';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { ShiftUnknown } from './ShiftUnknown';

const failure = (code: number) => ({ code, message: 'Broken', userMessage: 'Broken', fields: {} });

it.each([
  ['no connection', 0],
  ['a broken server', 500],
])('shows the links to On Job and to 911 when %s', (_case, code) => {
  renderScreen(<ShiftUnknown query={{ error: failure(code), hasData: false }} />);
  expect(screen.getByRole('link', { name: 'On Job' })).toHaveAttribute('href', jobsPaths.onJob());
  expect(screen.getByRole('link', { name: emergencyLabel })).toHaveAttribute('href', emergencyCall);
});

it.each([
  ['a reply', { error: null, hasData: true }],
  ['an earlier reply', { error: failure(500), hasData: true }],
  ['a refusal', { error: failure(404), hasData: false }],
])('shows no links when %s', (_case, query) => {
  renderScreen(<ShiftUnknown query={query} />);
  expect(screen.queryByRole('link')).toBeNull();
});
