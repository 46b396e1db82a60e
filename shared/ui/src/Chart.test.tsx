import { render, screen, within } from '@testing-library/react';
import { Chart, niceTop } from './Chart';

const bars = [
  { key: 'a', label: 'Jan', name: 'January 2027', value: 0, text: '$0.00' },
  { key: 'b', label: 'Feb', name: 'February 2027', value: 300, text: '$300.00' },
  { key: 'c', label: 'Mar', name: 'March 2027', value: 150, text: '$150.00', isRunning: true },
];
const show = (shownBars = bars) =>
  render(<Chart title="Earnings by month" bars={shownBars} nameHeader="Month" valueHeader="Credited" axis={(value) => `$${value}`} />);

it('shows the same values in a table for screen readers', () => {
  show();
  const rows = within(screen.getByRole('table', { name: 'Earnings by month' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Month', 'Credited'],
    ['January 2027', '$0.00'],
    ['February 2027', '$300.00'],
    ['March 2027, so far', '$150.00'],
  ]);
  expect(document.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});

it('draws a bar in proportion to its value, none for zero, and shows the labels that fit', () => {
  show();
  const [first, second] = [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect(document.querySelectorAll('rect')).toHaveLength(2);
  expect(first).toBeCloseTo(2 * (second ?? 0));
  expect([...document.querySelectorAll('svg text')].map(({ textContent }) => textContent)).toEqual(['$250', '$500', 'Jan', 'Feb', 'Mar']);
});

it('reserves a column for the labels of the axis, so that bars do not cover them', () => {
  show([{ key: 'a', label: 'Jan', name: 'January 2027', value: 12_345, text: '' }]);
  const [bar] = document.querySelectorAll('rect');
  const word = [...document.querySelectorAll('svg text')].find(({ textContent }) => textContent === '$20000');
  expect(word).toHaveAttribute('text-anchor', 'end');
  expect(Number(word?.getAttribute('x'))).toBeLessThan(Number(bar?.getAttribute('x')));
});

it('draws at the width of its container, so that labels have the same size on every screen', () => {
  const measured = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 640.4 } as DOMRect);
  const { container } = show(Array.from({ length: 12 }, (_, at) => ({ key: String(at), label: 'Mar', name: '', value: 1, text: '' })));
  expect(container.querySelector('svg')).toHaveAttribute('viewBox', '0 0 640 188');
  expect([...document.querySelectorAll('svg text')].filter(({ textContent }) => textContent === 'Mar')).toHaveLength(12);
  measured.mockRestore();
});

it('omits labels that would overlap, but never the last one', () => {
  show(Array.from({ length: 12 }, (_, at) => ({ key: String(at), label: `Mar ${at}`, name: String(at), value: 1, text: '' })));
  const labels = [...document.querySelectorAll('svg text')]
    .map(({ textContent }) => textContent)
    .filter((words) => words?.startsWith('Mar'));
  expect(labels).toEqual(['Mar 2', 'Mar 5', 'Mar 8', 'Mar 11']);
});

it('renders without bars', () => {
  show(bars.map((bar) => ({ ...bar, value: 0 })));
  expect(document.querySelectorAll('rect')).toHaveLength(0);
});

it.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [300, 500],
  [501, 1000],
  [5000, 5000],
])('ends the axis of %d at %d', (most, top) => expect(niceTop(most)).toBe(top));
