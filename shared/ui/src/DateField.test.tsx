import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { DateField } from './DateField';
import { parseDate, withSlashes } from './dateText';

function Form({ onChange, start = '' }: { onChange?: (value: string) => void; start?: string }) {
  const [value, setValue] = useState(start);
  const update = (next: string) => {
    setValue(next);
    onChange?.(next);
  };
  return <DateField label="Date" value={value} onChange={update} />;
}

const box = () => screen.getByRole('textbox', { name: 'Date' });

it('[SHARED-17] displays dates as dd/MM/yyyy, and names that format in one place', () => {
  const { container } = render(<Form start="2027-03-14" />);
  expect(box()).toHaveValue('14/03/2027');
  expect(box()).toHaveAccessibleDescription('dd/MM/yyyy');
  expect(container.innerHTML.match(/dd\/MM\/yyyy/g)).toHaveLength(1);
});

it('[SHARED-16] offers the years 1900 to 2999', () => {
  const { container } = render(<Form />);
  const picker = container.querySelector('input[type=date]');
  expect(picker).toHaveAttribute('min', '1900-01-01');
  expect(picker).toHaveAttribute('max', '2999-12-31');
});

it('returns a valid typed date, and any other text unchanged', () => {
  const onChange = jest.fn();
  render(<Form onChange={onChange} />);
  fireEvent.change(box(), { target: { value: '14/03/20' } });
  expect(onChange).toHaveBeenLastCalledWith('14/03/20');
  fireEvent.change(box(), { target: { value: '14/03/2027' } });
  expect(onChange).toHaveBeenLastCalledWith('2027-03-14');
  expect(box()).toHaveValue('14/03/2027');
});

it.each([
  ['1-2-2027', '2027-02-01'],
  ['31/02/2027', '31/02/2027'],
  ['29/02/2028', '2028-02-29'],
  ['', ''],
])('reads %s as "%s"', (text, value) => {
  expect(parseDate(text)).toBe(value);
});

it.each([
  ['14', '1', '14/'],
  ['14/03', '14/0', '14/03/'],
  ['14', '14/', '14'],
  ['14/03/2027', '', '14/03/2027'],
  // A guard may also type the slashes that the field has already inserted.
  ['14//', '14/', '14/'],
  ['14/03//', '14/03/', '14/03/'],
  ['14/-', '14/', '14/'],
])('when a guard types %s after "%s", shows %s', (text, before, shown) => {
  expect(withSlashes(text, before)).toBe(shown);
});

it('accepts a date that is typed key by key, including slashes', () => {
  render(<Form />);
  for (const key of '14/03/2027') fireEvent.change(box(), { target: { value: `${(box() as HTMLInputElement).value}${key}` } });
  expect(box()).toHaveValue('14/03/2027');
});
