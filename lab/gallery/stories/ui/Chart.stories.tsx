import { Chart, type ChartBar } from '@portal/ui/Chart';
import { frenchWords } from '../samples';

export default { component: Chart };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const hours = [96, 104, 88, 0, 132, 148, 160, 152, 120, 112, 96, 40];
const bars: readonly ChartBar[] = months.map((label, at) => ({
  key: label,
  label,
  name: `${label} 2026`,
  value: hours[at] ?? 0,
  text: `${hours[at]} h`,
  isRunning: at === 11,
}));
const texts = { title: 'Hours worked', nameHeader: 'Month', valueHeader: 'Hours', axis: (value: number) => `${value} h` };

export const Default = () => <Chart {...texts} bars={bars.slice(6)} />;
export const ManyBars = () => <Chart {...texts} bars={bars} />;
export const OneBar = () => <Chart {...texts} bars={bars.slice(-1)} />;
export const Empty = () => <Chart {...texts} bars={[]} />;

export const LongText = () => (
  <Chart
    {...texts}
    title={frenchWords}
    nameHeader="Rémunération supplémentaire"
    bars={bars.slice(0, 4).map((bar) => ({ ...bar, label: 'Septembre', text: '$12,345.00', value: 12_345 }))}
    axis={(value) => `$${value.toLocaleString('en-CA')}`}
  />
);
