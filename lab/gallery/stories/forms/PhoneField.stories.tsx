import { PhoneField } from '@portal/forms/PhoneField';
import { bound, Focused, frenchWords, longText } from '../samples';

export default { component: PhoneField };

export const Default = () => <PhoneField {...bound('phone', { value: '4165550134' })} />;
export const Empty = () => <PhoneField {...bound('phone')} optional />;
export const Disabled = () => <PhoneField {...bound('phone', { value: '4165550134' })} disabled />;
export const Invalid = () => <PhoneField {...bound('phone', { value: '416', error: 'Phone has 10 digits.' })} />;
export const LongText = () => <PhoneField label={frenchWords} hint={longText} {...bound('phone', { error: longText })} />;

export const Focus = () => (
  <Focused>
    <PhoneField {...bound('phone')} />
  </Focused>
);
