import { Avatar } from '@portal/ui/Avatar';
import { Cluster } from '@portal/ui/Layout';
import { pictureUrl } from '../samples';

export default { component: Avatar };

export const Default = () => (
  <Cluster>
    <Avatar name="Ada Marsh" size="small" />
    <Avatar name="Ada Marsh" />
    <Avatar name="Ada Marsh" size="large" />
  </Cluster>
);

export const WithPicture = () => (
  <Cluster>
    <Avatar name="Ada Marsh" src={pictureUrl} size="small" />
    <Avatar name="Ada Marsh" src={pictureUrl} />
    <Avatar name="Ada Marsh" src={pictureUrl} size="large" />
  </Cluster>
);

export const BrokenPicture = () => <Avatar name="Ada Marsh" src="data:image/png;base64,AAAA" />;
