import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobSample } from '@portal/contracts/jobs/jobs.samples';
import { SampleFrame } from '@portal/mf-kit/SampleFrame';
import { SampleJob } from './SampleJob';

const facts = [
  { label: 'Place', value: 'A garage in the sample district' },
  { label: 'Shift', value: '6:00 PM – 2:00 AM' },
  { label: 'Job type', value: 'Long Term Job' },
  { label: 'Dress code', value: 'HV Vest' },
  { label: 'Transport', value: 'Does not matter' },
];

export function JobPageSampleScreen() {
  return (
    <SampleFrame title={jobSample.jobTitle} banner={jobSample.banner} live={{ to: jobsPaths.jobPage(), label: 'Open the live job page' }}>
      <SampleJob facts={facts} />
    </SampleFrame>
  );
}
