import { RadioGroup } from '@portal/ui/RadioGroup';
import { Focused, frenchWords, longText, noop, Stateful } from '../samples';

export default { component: RadioGroup };

const options = [
  { value: '1', label: 'Sick' },
  { value: '2', label: 'Personal emergency', hint: 'Dispatch calls you.' },
  { value: '3', label: 'Other' },
];
const field = { id: 'leave', label: 'Leave title', options };

export const Default = () => (
  <Stateful<string> first="2">{(value, onChange) => <RadioGroup {...field} value={value} onChange={onChange} />}</Stateful>
);
export const Empty = () => <RadioGroup {...field} optional hint="Choose one." value={null} onChange={noop} />;
export const Inline = () => <RadioGroup {...field} inline value="1" onChange={noop} />;
export const Disabled = () => (
  <RadioGroup {...field} options={options.map((option) => ({ ...option, disabled: true }))} value="1" onChange={noop} />
);
export const Invalid = () => <RadioGroup {...field} error="Please choose a title." value="" onChange={noop} />;
export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
export const LongText = () => (
  <RadioGroup
    {...field}
    label={frenchWords}
    hint={longText}
    options={[...options, { value: 'long', label: frenchWords, hint: longText }]}
    value="long"
    onChange={noop}
  />
);
