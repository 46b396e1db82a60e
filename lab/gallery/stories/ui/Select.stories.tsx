import { Select } from '@portal/ui/Select';
import { Focused, frenchWords, longText } from '../samples';

export default { component: Select };

const options = [
  { value: '1', label: 'Passport' },
  { value: '2', label: 'Driver’s licence' },
];
const field = { label: 'Document type', options };

export const Default = () => <Select {...field} defaultValue="2" />;
export const Empty = () => <Select {...field} optional hint="As on the card." placeholder="Please choose" />;
export const Disabled = () => <Select {...field} disabled />;
export const Invalid = () => <Select {...field} placeholder="Please choose" error="Document type is required." />;
export const LongText = () => (
  <Select {...field} label={frenchWords} hint={longText} error={longText} options={[{ value: '1', label: longText }]} />
);

export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
