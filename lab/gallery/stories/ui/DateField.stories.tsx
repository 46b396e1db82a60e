import { DateField } from '@portal/ui/DateField';
import { Focused, frenchWords, longText, noop, Stateful } from '../samples';

export default { component: DateField };

export const Default = () => (
  <Stateful first="2027-03-14">{(value, onChange) => <DateField label="Date of birth" value={value} onChange={onChange} />}</Stateful>
);
export const Empty = () => (
  <Stateful first="">{(value, onChange) => <DateField label="Date of birth" optional value={value} onChange={onChange} />}</Stateful>
);
export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
export const Disabled = () => <DateField label="Date of birth" disabled value="2027-03-14" onChange={noop} />;
export const ReadOnly = () => <DateField label="Date of birth" readOnly value="2027-03-14" onChange={noop} />;
export const Invalid = () => <DateField label="Date of birth" error="Please enter a date" value="14/14/2027" onChange={noop} />;
export const LongText = () => <DateField label={frenchWords} hint={longText} error={longText} value="2027-03-14" onChange={noop} />;
