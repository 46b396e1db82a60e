import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Banner } from './Banner';
import { ToastRegion } from './ToastRegion';

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

function setHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  setHidden(false);
  jest.useRealTimers();
});

it('[SHARED-15] an error banner disappears after 5000 ms', () => {
  const onClose = jest.fn();
  render(
    <Banner kind="error" timeoutMs={5000} onClose={onClose}>
      Wrong
    </Banner>,
  );
  wait(4999);
  expect(onClose).not.toHaveBeenCalled();
  wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('[SHARED-14, SHELL-46/1] shows each toast for 5 seconds', () => {
  const onClose = jest.fn();
  const first = { id: 1, kind: 'success', text: 'Sent 18:05' } as const;
  const { rerender } = render(<ToastRegion toasts={[first]} onClose={onClose} />);
  wait(3000);
  rerender(<ToastRegion toasts={[first, { id: 2, kind: 'error', text: 'Not sent' }]} onClose={onClose} />);
  wait(1999);
  expect(onClose).not.toHaveBeenCalled();
  wait(1);
  expect(onClose.mock.calls).toEqual([[1]]);
  wait(2999);
  expect(onClose.mock.calls).toEqual([[1]]);
  wait(1);
  expect(onClose.mock.calls).toEqual([[1], [2]]);
});

it('announces only a new toast: earlier ones stay visible, and are not announced again when it disappears', () => {
  const [one, two, three] = ([1, 2, 3] as const).map((id) => ({ id, kind: 'success' as const, text: `Toast ${id}` }));
  if (!one || !two || !three) throw new Error('three toasts');
  const announced = () => screen.queryAllByRole('status').map((box) => box.textContent);
  const { rerender } = render(<ToastRegion toasts={[one]} onClose={jest.fn()} />);
  expect(announced()).toEqual(['Toast 1']);
  const box = screen.getByText('Toast 1').closest('li');
  rerender(<ToastRegion toasts={[one, two]} onClose={jest.fn()} />);
  expect(announced()).toEqual(['Toast 2']);
  expect(screen.getByText('Toast 1').closest('li')).toBe(box);
  rerender(<ToastRegion toasts={[one]} onClose={jest.fn()} />);
  expect(announced()).toEqual([]);
  rerender(<ToastRegion toasts={[one, three]} onClose={jest.fn()} />);
  expect(announced()).toEqual(['Toast 3']);
});

it('announces all toasts of one render', () => {
  const toasts = [1, 2].map((id) => ({ id, kind: 'error' as const, text: `Toast ${id}` }));
  render(<ToastRegion toasts={toasts} onClose={jest.fn()} />);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

/** Asserts that after 4 of its 5 seconds and a pause of one minute, the message disappears one second after the pause. */
function expectPause(shown: (onClose: () => void) => ReactElement, pause: (box: HTMLElement) => void, resume: (box: HTMLElement) => void) {
  const onClose = jest.fn();
  const { unmount } = render(shown(onClose));
  const box = screen.getByText('Saved').closest<HTMLElement>('[role=status]');
  if (!box) throw new Error('It is not said');
  wait(4000);
  pause(box);
  wait(60_000);
  expect(onClose).not.toHaveBeenCalled();
  resume(box);
  wait(999);
  expect(onClose).not.toHaveBeenCalled();
  wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
  unmount();
}

it.each([
  {
    by: 'the pointer',
    hold: (box: HTMLElement) => fireEvent.pointerEnter(box),
    release: (box: HTMLElement) => fireEvent.pointerLeave(box),
  },
  {
    by: 'focus',
    hold: () => act(() => screen.getByRole('button').focus()),
    release: () => act(() => screen.getByRole('button').blur()),
  },
  { by: 'a hidden tab', hold: () => setHidden(true), release: () => setHidden(false) },
])('[SHELL-46/2] pauses the timer of a banner and a toast under $by and continues with the remaining time', ({ hold, release }) => {
  for (const shown of [
    (onClose: () => void) => (
      <Banner kind="success" timeoutMs={5000} onClose={onClose}>
        Saved
      </Banner>
    ),
    (onClose: () => void) => <ToastRegion toasts={[{ id: 1, kind: 'success', text: 'Saved' }]} onClose={onClose} />,
  ])
    expectPause(shown, hold, release);
});

it('continues only after the last reason for a pause has ended', () => {
  const onClose = jest.fn();
  render(
    <Banner kind="success" timeoutMs={1000} onClose={onClose}>
      Saved
    </Banner>,
  );
  fireEvent.pointerEnter(screen.getByRole('status'));
  setHidden(true);
  fireEvent.pointerLeave(screen.getByRole('status'));
  wait(5000);
  expect(onClose).not.toHaveBeenCalled();
  setHidden(false);
  wait(1000);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('announces an error as an alert and other messages as a status, and shows a message without a timeout permanently', () => {
  render(
    <>
      <Banner kind="error">Wrong</Banner>
      <Banner kind="info">By the way</Banner>
    </>,
  );
  wait(60_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Wrong');
  expect(screen.getByRole('status')).toHaveTextContent('By the way');
});
