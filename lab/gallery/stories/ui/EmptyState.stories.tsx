import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { frenchWords, longText } from '../samples';

export default { component: EmptyState };

export const Default = () => <EmptyState title="No jobs found" />;

export const WithAction = () => (
  <EmptyState
    icon="calendar"
    title="No shifts so far"
    why="Apply for a job first."
    action={<ButtonLink href="#jobs">Find jobs</ButtonLink>}
  />
);

export const LongText = () => (
  <EmptyState title={frenchWords} why={longText} action={<ButtonLink href="#jobs">{frenchWords}</ButtonLink>} />
);
