import { MultiSelect } from '@portal/ui/MultiSelect';
import { Focused, frenchWords, longText, noop, Stateful } from '../samples';

export default { component: MultiSelect };

const options = [
  { value: 'any', label: 'Any' },
  { value: 'day', label: 'Day' },
  { value: 'night', label: 'Night' },
];
const field = { id: 'shifts', label: 'Shifts', options };

export const Default = () => (
  <Stateful<readonly string[]> first={['day']}>
    {(value, onChange) => <MultiSelect {...field} exclusive="any" value={value} onChange={onChange} />}
  </Stateful>
);
export const Empty = () => <MultiSelect {...field} optional hint="Choose all that apply." value={[]} onChange={noop} />;
export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
export const Disabled = () => (
  <MultiSelect {...field} options={options.map((option) => ({ ...option, disabled: true }))} value={['day']} onChange={noop} />
);
export const Invalid = () => <MultiSelect {...field} error="Please choose a shift." value={[]} onChange={noop} />;
export const LongText = () => (
  <MultiSelect
    {...field}
    label={frenchWords}
    hint={longText}
    options={[...options, { value: 'long', label: frenchWords }, { value: 'longer', label: longText }]}
    value={['long']}
    onChange={noop}
  />
);
