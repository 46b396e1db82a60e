import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MultiSelect, toggleChoice } from './MultiSelect';
import { PasswordField } from './PasswordField';
import { Rating } from './Rating';
import { Slider } from './Slider';
import { Tabs } from './Tabs';

it.each([
  { selected: ['any'], pressed: 'patrol', left: ['patrol'] },
  { selected: ['patrol', 'event'], pressed: 'any', left: ['any'] },
  { selected: ['patrol'], pressed: 'event', left: ['patrol', 'event'] },
  { selected: ['patrol', 'event'], pressed: 'patrol', left: ['event'] },
])('$selected with $pressed gives $left', ({ selected, pressed, left }) => {
  expect(toggleChoice(selected, pressed, 'any')).toEqual(left);
});

it('announces the error of a group', () => {
  render(
    <MultiSelect label="Specialities" error="Choose one" options={[{ value: 'a', label: 'A' }]} value={[]} onChange={() => undefined} />,
  );
  expect(screen.getByRole('group', { name: 'Specialities' })).toHaveAccessibleDescription('Choose one');
  expect(screen.getByRole('checkbox', { name: 'A' })).toBeInvalid();
});

it('makes a password visible', () => {
  render(<PasswordField label="Password" hint="8-20" />);
  const box = screen.getByLabelText('Password');
  expect(box).toHaveAccessibleDescription('8-20');
  expect(box).toHaveAttribute('type', 'password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
  expect(box).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Show password', pressed: true })).toBeInTheDocument();
});

it('has a number field next to the slider, limited to its range', () => {
  const onChange = jest.fn();
  render(<Slider label="Distance" unit="km" min={1} max={75} value={25} onChange={onChange} />);
  expect(screen.getByRole('slider', { name: 'Distance' })).toHaveAttribute('aria-valuetext', '25 km');
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Distance, in km' }), { target: { value: '500' } });
  expect(onChange).toHaveBeenLastCalledWith(75);
});

it('accepts an empty number while typing, and restores the value on blur', async () => {
  const user = userEvent.setup();
  function Distance() {
    const [km, setKm] = useState(25);
    return <Slider label="Distance" unit="km" min={10} max={75} value={km} onChange={setKm} />;
  }
  render(<Distance />);
  const box = screen.getByRole('spinbutton');
  const range = screen.getByRole('slider');
  await user.clear(box);
  expect(box).toHaveDisplayValue('');
  expect(range).toHaveValue('25');
  await user.type(box, '40');
  expect([box, range].map((one) => (one as HTMLInputElement).value)).toEqual(['40', '40']);
  await user.clear(box);
  await user.tab();
  expect([box, range].map((one) => (one as HTMLInputElement).value)).toEqual(['40', '40']);
  await user.clear(box);
  await user.type(box, '500');
  await user.tab();
  expect(box).toHaveValue(75);
});

it.each([
  [4.4, '4.5'],
  [0, '0'],
  [Number.NaN, '0'],
  [9, '5'],
])('reads a rating of %s as %s stars', (value, reading) => {
  render(<Rating value={value} />);
  expect(screen.getByRole('img', { name: `Rating: ${reading} out of 5 stars` })).toBeInTheDocument();
});

function Three() {
  const [selected, setSelected] = useState('b');
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}` }));
  return (
    <Tabs label="Jobs" tabs={tabs} selected={selected} onSelect={setSelected}>
      Panel {selected}
    </Tabs>
  );
}

it.each([
  { key: 'ArrowRight', to: 'c' },
  { key: 'ArrowLeft', to: 'a' },
  { key: 'Home', to: 'a' },
  { key: 'End', to: 'c' },
  { key: 'x', to: 'b' },
])('tabs: moves with $key from b to $to', ({ key, to }) => {
  render(<Three />);
  const from = screen.getByRole('tab', { name: 'Tab b' });
  from.focus();
  fireEvent.keyDown(from, { key });
  const tab = screen.getByRole('tab', { name: `Tab ${to}`, selected: true });
  expect(tab).toHaveFocus();
  expect(tab).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('tabpanel', { name: `Tab ${to}` })).toHaveTextContent(`Panel ${to}`);
});
