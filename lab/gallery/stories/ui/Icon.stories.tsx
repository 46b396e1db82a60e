import { Icon, type IconName } from '@portal/ui/Icon';
import { Cluster } from '@portal/ui/Layout';
import { iconPaths } from '../../../../shared/ui/src/iconPaths';

export default { component: Icon };

const names = Object.keys(iconPaths) as IconName[];

export const Default = () => (
  <Cluster gap={3}>
    {names.map((name) => (
      <Icon key={name} name={name} />
    ))}
  </Cluster>
);

export const Sizes = () => (
  <Cluster>
    <Icon name="bell" size={18} />
    <Icon name="bell" />
    <Icon name="bell" size={32} />
  </Cluster>
);
