import { KeyValue } from '@portal/ui/KeyValue';
import { frenchWords, longName, longText } from '../samples';

export default { component: KeyValue };

export const Default = () => (
  <KeyValue
    items={[
      { label: 'Name', value: 'Ada Marsh' },
      { label: 'Licence', value: '12345678' },
      { label: 'Mobile number', value: '4165550134' },
    ]}
  />
);

export const Empty = () => <KeyValue items={[{ label: 'Middle name', value: '' }]} />;

export const LongText = () => (
  <KeyValue
    items={[
      { label: frenchWords, value: longName },
      { label: 'Note', value: longText },
    ]}
  />
);
