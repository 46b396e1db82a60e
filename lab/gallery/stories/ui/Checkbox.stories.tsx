import { Checkbox } from '@portal/ui/Checkbox';
import { Focused, frenchWords, longText } from '../samples';

export default { component: Checkbox };

export const Default = () => <Checkbox label="I have a car" />;
export const Checked = () => <Checkbox label="I have a car" defaultChecked />;
export const WithHint = () => <Checkbox label="I have a car" hint="Some sites have no bus." />;
export const Disabled = () => <Checkbox label="I have a car" disabled />;
export const CheckedDisabled = () => <Checkbox label="I have a car" disabled defaultChecked />;
export const Invalid = () => <Checkbox label="I accept the terms" error="Please accept the terms" />;
export const LongText = () => <Checkbox label={longText} hint={frenchWords} error={frenchWords} />;

export const Focus = () => (
  <Focused>
    <Checkbox label="I have a car" />
  </Focused>
);
