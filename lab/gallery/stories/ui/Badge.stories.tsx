import { Badge } from '@portal/ui/Badge';
import { Cluster } from '@portal/ui/Layout';

export default { component: Badge };

export const Default = () => <Badge count={3} label="unread notifications" />;

export const TwoDigits = () => (
  <Cluster>
    <Badge count={42} label="unread notifications" />
    <Badge count={120} label="unread notifications" />
  </Cluster>
);

export const Empty = () => (
  <p>
    No badge at zero: <Badge count={0} label="unread notifications" />
  </p>
);
