import { registryOf } from '@portal/testing/registry';
import { act, render, screen } from '@testing-library/react';
import { createRegistry } from '../registry/moduleRegistry';
import { Announcement } from './Announcement';

const WORDS = 'The portal is away from 02:00 to 02:30.';
const NOW = Date.parse('2026-11-23T22:00:00Z');

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

function open() {
  const registry = createRegistry(registryOf({}), {});
  render(<Announcement registry={registry} />);
  const announce = (text: string | null, until = '2026-11-24T06:00:00Z') =>
    act(() => {
      const next = registryOf({}, registry.current().revision + 1);
      registry.apply(text === null ? next : { ...next, announcement: { text, until, by: 'ana', at: '2026-11-23T21:00:00Z' } });
    });
  return { announce };
}
const region = () => screen.queryByRole('region', { name: 'Announcement' });

it('appears, changes and ends on an open page, in a live region', () => {
  const { announce } = open();
  expect(region()).toBeNull();
  announce(WORDS);
  expect(region()).toHaveTextContent(WORDS);
  expect(screen.getByRole('status')).toContainElement(region());
  announce('It is back.');
  expect(region()).toHaveTextContent('It is back.');
  announce(null);
  expect(region()).toBeNull();
});

it('disappears when its time is over', () => {
  const { announce } = open();
  announce(WORDS, '2026-11-23T22:30:00Z');
  expect(region()).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(30 * 60_000));
  expect(region()).toBeNull();
});
