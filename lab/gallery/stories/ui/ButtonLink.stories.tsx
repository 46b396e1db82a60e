import { ButtonLink } from '@portal/ui/ButtonLink';
import { Icon } from '@portal/ui/Icon';
import { Cluster } from '@portal/ui/Layout';
import { Focused, frenchWords } from '../samples';

export default { component: ButtonLink };

export const Default = () => (
  <Cluster>
    <ButtonLink href="#jobs">Find jobs</ButtonLink>
    <ButtonLink href="#jobs" variant="secondary" icon={<Icon name="search" size={20} />}>
      Find jobs
    </ButtonLink>
    <ButtonLink href="#jobs" variant="quiet" small>
      Find jobs
    </ButtonLink>
  </Cluster>
);

export const Focus = () => (
  <Focused>
    <ButtonLink href="#jobs">Find jobs</ButtonLink>
  </Focused>
);

export const LongText = () => (
  <ButtonLink href="#jobs" wide icon={<Icon name="search" size={20} />}>
    {frenchWords}
  </ButtonLink>
);
