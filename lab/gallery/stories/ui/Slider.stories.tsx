import { Slider } from '@portal/ui/Slider';
import { Focused, frenchWords, longText, noop, Stateful } from '../samples';

export default { component: Slider };

const field = { id: 'distance', label: 'Distance', min: 0, max: 100, unit: 'km' };

export const Default = () => <Stateful first={25}>{(value, onChange) => <Slider {...field} value={value} onChange={onChange} />}</Stateful>;
export const WithHint = () => <Slider {...field} optional hint="From your address." value={100} onChange={noop} />;
export const Invalid = () => <Slider {...field} error="Please choose a distance." value={0} onChange={noop} />;
export const LongText = () => (
  <Slider {...field} label={frenchWords} hint={longText} max={9999} unit="kilomètres" value={9999} onChange={noop} />
);

export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
