import { Cluster } from '@portal/ui/Layout';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import { frenchWords } from '../samples';

export default { component: StatusChip };

const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger', 'accent'];

export const Default = () => (
  <Cluster>
    {tones.map((tone) => (
      <StatusChip key={tone} tone={tone}>
        {tone}
      </StatusChip>
    ))}
  </Cluster>
);

export const LongText = () => <StatusChip tone="warning">{frenchWords}</StatusChip>;
