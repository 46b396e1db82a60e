import { Cluster } from '@portal/ui/Layout';
import { Rating } from '@portal/ui/Rating';

export default { component: Rating };

export const Default = () => (
  <Cluster gap={4}>
    {[1, 2.5, 4, 5].map((value) => (
      <Rating key={value} value={value} />
    ))}
  </Cluster>
);
export const Empty = () => <Rating value={0} />;
