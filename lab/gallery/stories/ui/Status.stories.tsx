import { Status } from '@portal/ui/Status';
import { frenchWords, longText } from '../samples';

export default { component: Status };

export const Quiet = () => <Status>Saved at 8:02 AM</Status>;
export const Success = () => <Status tone="success">Your rating was saved.</Status>;
export const Danger = () => <Status tone="danger">Your rating was not saved.</Status>;
export const LongText = () => (
  <Status tone="danger">
    {longText} {frenchWords}
  </Status>
);
