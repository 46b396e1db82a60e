import { PasswordField } from '@portal/ui/PasswordField';
import { Focused, frenchWords, longText, type Played } from '../samples';

export default { component: PasswordField };

const pressEye = ({ canvasElement }: Played) => canvasElement.querySelector('button')?.click();

export const Default = () => <PasswordField label="Password" defaultValue="correct horse" />;
export const Empty = () => <PasswordField label="Password" />;
export const Disabled = () => <PasswordField label="Password" disabled defaultValue="correct horse" />;
export const Invalid = () => <PasswordField label="Password" error="Password is required." />;
export const LongText = () => <PasswordField label={frenchWords} hint={longText} error={longText} defaultValue={longText} />;

export const Shown = () => <PasswordField label="Password" defaultValue="correct horse" />;
Shown.play = pressEye;

export const Focus = () => (
  <Focused>
    <PasswordField label="Password" defaultValue="correct horse" />
  </Focused>
);
