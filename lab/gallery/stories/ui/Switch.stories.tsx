import { Switch } from '@portal/ui/Switch';
import { Focused, frenchWords, longText } from '../samples';

export default { component: Switch };

export const Default = () => <Switch label="Text messages" />;
export const On = () => <Switch label="Text messages" defaultChecked />;
export const WithHint = () => <Switch label="Text messages" hint="Your carrier may charge you." />;
export const Disabled = () => <Switch label="Text messages" disabled />;
export const OnDisabled = () => <Switch label="Text messages" disabled defaultChecked />;
export const Invalid = () => <Switch label="Text messages" error="This was not saved." />;
export const LongText = () => <Switch label={longText} hint={frenchWords} error={frenchWords} />;

export const Focus = () => (
  <Focused>
    <Switch label="Text messages" />
  </Focused>
);
