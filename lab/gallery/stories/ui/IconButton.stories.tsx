import { IconButton } from '@portal/ui/IconButton';
import { Focused } from '../samples';

export default { component: IconButton };

export const Default = () => <IconButton icon="close" label="Close" />;
export const Pressed = () => <IconButton icon="eye-off" label="Show password" aria-pressed />;
export const Disabled = () => <IconButton icon="calendar" label="Choose a date" disabled />;
export const Unavailable = () => <IconButton icon="chevron-left" label="Previous picture" aria-disabled />;

export const Focus = () => (
  <Focused>
    <IconButton icon="close" label="Close" />
  </Focused>
);
