import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobSample } from '@portal/contracts/jobs/jobs.samples';
import { SampleFrame } from '@portal/mf-kit/SampleFrame';
import { SampleJob } from './SampleJob';

const facts = [
  { label: 'Upcoming shifts', value: 'Two evenings, 6:00 PM – 2:00 AM' },
  { label: 'Previous shifts', value: 'Three evenings, 6:00 PM – 2:00 AM' },
  { label: 'Speciality', value: 'Residential' },
  { label: 'Dress code', value: 'Casual' },
  { label: 'Transport', value: 'Public transport' },
];

export function JobDetailSampleScreen() {
  return (
    <SampleFrame
      title={jobSample.jobTitle}
      banner={jobSample.banner}
      live={{ to: jobsPaths.jobDetail(), label: 'Open the live job detail' }}
    >
      <SampleJob facts={facts} />
    </SampleFrame>
  );
}
