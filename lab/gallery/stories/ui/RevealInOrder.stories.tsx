import { Card } from '@portal/ui/Card';
import { RevealInOrder } from '@portal/ui/RevealInOrder';
import { Skeleton } from '@portal/ui/Skeleton';

export default { component: RevealInOrder };

export const Default = () => (
  <RevealInOrder>
    <Card>First</Card>
    <Card>Second</Card>
  </RevealInOrder>
);

export const Loading = () => (
  <RevealInOrder>
    <Card>First</Card>
    <Skeleton />
    <Card>Hidden until the skeleton is replaced</Card>
  </RevealInOrder>
);
