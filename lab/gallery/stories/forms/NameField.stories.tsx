import { NameField } from '@portal/forms/NameField';
import { Stack } from '@portal/ui/Layout';
import { bound, Focused, longName } from '../samples';

export default { component: NameField };

export const Default = () => (
  <Stack>
    <NameField part="first" {...bound('first', { value: 'Ada' })} />
    <NameField part="middle" optional {...bound('middle')} />
    <NameField part="last" {...bound('last', { value: 'Marsh' })} />
    <NameField part="whole" {...bound('whole', { value: 'Ada Marsh' })} />
  </Stack>
);
export const Missing = () => <NameField part="first" {...bound('first', { error: 'First name is required.' })} />;
export const Invalid = () => (
  <NameField part="last" {...bound('last', { value: "O'Brien", error: 'Last name must contain only letters.' })} />
);
export const LongText = () => <NameField part="last" {...bound('last', { value: longName })} />;

export const Focus = () => (
  <Focused>
    <NameField part="first" {...bound('first')} />
  </Focused>
);
