import { EmailAddress } from '@portal/ui/EmailAddress';
import { longName } from '../samples';

export default { component: EmailAddress };

export const Default = () => (
  <p>
    <EmailAddress address="ada.marsh@example.com" />
  </p>
);

export const LongText = () => (
  <p>
    <EmailAddress address={`${longName}.${longName}@example.com`} />
  </p>
);
