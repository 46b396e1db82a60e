import { Icon } from '@portal/ui/Icon';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { Focused, frenchWord, noop, Stateful } from '../samples';

export default { component: SegmentedToggle };

const segments = [
  { id: 'list', label: 'List', icon: <Icon name="menu" size={20} /> },
  { id: 'map', label: 'Map', icon: <Icon name="map-pin" size={20} /> },
];

export const Default = () => (
  <Stateful first="list">
    {(selected, onSelect) => <SegmentedToggle segments={segments} selected={selected} onSelect={onSelect} label="View" />}
  </Stateful>
);

export const LongText = () => (
  <SegmentedToggle segments={segments.map((segment) => ({ ...segment, label: frenchWord }))} selected="map" onSelect={noop} label="View" />
);

export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
