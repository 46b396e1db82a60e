import { Button } from '@portal/ui/Button';
import { Stack } from '@portal/ui/Layout';
import { StepCard } from '@portal/ui/StepCard';
import { frenchWords, longText } from '../samples';

export default { component: StepCard };

export const Default = () => (
  <StepCard title="Start your shift" level={2} figure="in 12 min">
    <Button>Start</Button>
  </StepCard>
);

export const SmallTitle = () => (
  <StepCard title="Next step" level={2} hasSmallTitle>
    <p>Union Station</p>
  </StepCard>
);

export const Empty = () => <StepCard title="Start your shift" level={2} />;

export const LongText = () => (
  <StepCard title={frenchWords} level={2} figure="in 1,204 minutes">
    <Stack>
      <p>{longText}</p>
      <Button>{frenchWords}</Button>
    </Stack>
  </StepCard>
);
