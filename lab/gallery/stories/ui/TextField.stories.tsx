import { Icon } from '@portal/ui/Icon';
import { IconButton } from '@portal/ui/IconButton';
import { TextField } from '@portal/ui/TextField';
import { Focused, frenchWords, longText } from '../samples';

export default { component: TextField };

export const Default = () => <TextField label="City" defaultValue="Toronto" />;
export const Empty = () => <TextField label="City" optional hint="In Ontario" placeholder="Toronto" />;
export const Disabled = () => <TextField label="City" disabled defaultValue="Toronto" />;
export const ReadOnly = () => <TextField label="City" readOnly defaultValue="Toronto" />;
export const Invalid = () => <TextField label="City" error="City is required." />;
export const WithIcons = () => (
  <TextField
    label="City"
    defaultValue="Toronto"
    leading={<Icon name="search" size={20} />}
    trailing={<IconButton icon="close" label="Clear" />}
  />
);
export const LongText = () => <TextField label={frenchWords} hint={longText} error={longText} optional defaultValue={longText} />;

export const Focus = () => (
  <Focused>
    <TextField label="City" defaultValue="Toronto" />
  </Focused>
);
