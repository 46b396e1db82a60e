import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { JobDetailSampleScreen } from './JobDetailSampleScreen';
import { JobPageSampleScreen } from './JobPageSampleScreen';
import { TaskReviewScreen } from './TaskReviewScreen';

/** This file mocks no endpoint, so a call fails its test. */
function open(sample: ReactNode) {
  renderScreen(sample);
  expect(screen.getByRole('status')).toHaveTextContent(/^Sample\. /);
}
const figure = (label: string) => screen.getByText(label).nextElementSibling;

it.each([
  [
    'JOBPAGE2-01',
    <JobPageSampleScreen key="1" />,
    jobsPaths.jobPage(),
    [
      ['Place', 'A garage in the sample district'],
      ['Shift', '6:00 PM – 2:00 AM'],
      ['Job type', 'Long Term Job'],
      ['Dress code', 'HV Vest'],
      ['Transport', 'Does not matter'],
    ],
  ],
  [
    'JOBDETAIL2-01',
    <JobDetailSampleScreen key="2" />,
    jobsPaths.jobDetail(),
    [
      ['Upcoming shifts', 'Two evenings, 6:00 PM – 2:00 AM'],
      ['Previous shifts', 'Three evenings, 6:00 PM – 2:00 AM'],
      ['Speciality', 'Residential'],
      ['Dress code', 'Casual'],
      ['Transport', 'Public transport'],
    ],
  ],
])('[%s] shows hard-coded content, labelled as a sample, with a link to the live screen', (_id, sample, live, facts) => {
  open(sample);
  expect(screen.getByRole('heading', { level: 1, name: 'Sample: evening patrol of a parking garage' })).toBeVisible();
  expect(screen.getByText(/^Walk each level once an hour, keep the exits clear/)).toBeVisible();
  expect(facts.map(([label = '']) => [label, figure(label)?.textContent])).toEqual(facts);
  expect(screen.getByRole('link')).toHaveAttribute('href', live);
});

it.each([
  ['JOBPAGE2-02', 'Hourly rate', '$8 to $10', <JobPageSampleScreen key="1" />],
  ['JOBPAGE2-03', 'Total earning', '$400', <JobPageSampleScreen key="2" />],
  ['JOBDETAIL2-02', 'Hourly rate', '$8 to $10', <JobDetailSampleScreen key="3" />],
  ['JOBDETAIL2-03', 'Total earning', '$400', <JobDetailSampleScreen key="4" />],
])('[%s] shows a sample %s of %s', (_id, label, value, sample) => {
  open(sample);
  expect(figure(label)?.textContent).toBe(value);
});

it('[JOBDETAIL2-05] both samples are on both screens', () => {
  for (const sample of [<JobPageSampleScreen key="1" />, <JobDetailSampleScreen key="2" />]) {
    const { unmount } = renderScreen(sample);
    expect(figure('Hourly rate')?.textContent).toBe('$8 to $10');
    expect(figure('Total earning')?.textContent).toBe('$400');
    unmount();
  }
});

it('[TASKREVIEW-01, TASKREVIEW-02] Task review shows static sample tasks and makes no call', () => {
  open(<TaskReviewScreen />);
  expect(screen.getByRole('heading', { level: 1, name: 'Task review' })).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Open the north gate.*Due 6:00 PM\. Done at 5:58 PM, with a photo\.$/),
    expect.stringMatching(/^Walk the perimeter.*Two of three checkpoints were scanned\.$/),
    expect.stringMatching(/^Hand the keys to the night desk.*Waiting for the desk to confirm\.$/),
  ]);
  for (const role of ['button', 'textbox', 'checkbox', 'radio', 'combobox']) expect(screen.queryByRole(role)).toBeNull();
  expect(screen.getByRole('link')).toHaveAttribute('href', jobsPaths.onJob());
});
