import { TextArea } from '@portal/ui/TextArea';
import { Focused, frenchWords, longText } from '../samples';

export default { component: TextArea };

export const Default = () => <TextArea label="Description" defaultValue="The door at the back does not close." />;
export const Empty = () => <TextArea label="Description" optional hint="At most 1000 characters" placeholder="Describe the event." />;
export const Disabled = () => <TextArea label="Description" disabled defaultValue="The door does not close." />;
export const ReadOnly = () => <TextArea label="Description" readOnly defaultValue="The door does not close." />;
export const Invalid = () => <TextArea label="Description" error="Description is too short." />;
export const LongText = () => (
  <TextArea label={frenchWords} hint={longText} error={longText} defaultValue={`${longText} ${longText} ${longText}`} />
);

export const Focus = () => (
  <Focused>
    <TextArea label="Description" />
  </Focused>
);
