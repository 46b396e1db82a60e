import { act, render, screen } from '@testing-library/react';
import { Question } from '../notices/NoticesRegion';
import { createNotices } from '../notices/notices';
import { signal } from '../platform/signal';
import { lazyWithRetry } from './lazyWithRetry';
import { RegionBoundary } from './RegionBoundary';

/** React logs an error that a boundary caught. */
const silenceConsole = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const question = { title: 'Log out?', body: '', confirm: 'Yes', cancel: 'No' };

it('shows the fallback of a failed part, reports the error, and renders the part again at the next change', () => {
  const logged = silenceConsole();
  const page = signal('one');
  const faults = { isBroken: true };
  const onFailed = jest.fn();
  const Part = () => {
    if (faults.isBroken) throw new Error('no file');
    return <p>Menus</p>;
  };
  render(
    <RegionBoundary retryOn={page} onFailed={onFailed} fallback={<p>Home</p>}>
      <Part />
    </RegionBoundary>,
  );
  expect(screen.getByText('Home')).toBeVisible();
  expect(onFailed).toHaveBeenCalledWith(new Error('no file'));
  faults.isBroken = false;
  act(() => page.set('two'));
  expect(screen.getByText('Menus')).toBeVisible();
  logged.mockRestore();
});

it('answers a question with no when it cannot be shown, and shows the next one', async () => {
  const logged = silenceConsole();
  const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementationOnce(() => {
    throw new Error('cannot be shown');
  });
  const notices = createNotices();
  render(
    <RegionBoundary retryOn={notices.asked} onFailed={() => notices.asked.get()?.answer(false)}>
      <Question parts={{ notices }} />
    </RegionBoundary>,
  );
  const first = notices.confirm(question);
  const second = notices.confirm({ ...question, title: 'Leave?' });
  await act(async () => expect(await first).toBe(false));
  act(() => screen.getByRole('button', { name: 'Yes' }).click());
  expect(await second).toBe(true);
  showModal.mockRestore();
  logged.mockRestore();
});

describe('a part that loads later', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('shows the placeholder until it is loaded, and requests a failed file again', async () => {
    const load = jest
      .fn<Promise<() => string>, []>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue(() => 'Picture');
    const Late = lazyWithRetry(load);
    const { container, unmount } = render(<Late placeholder="Standard" />);
    await pass(0);
    expect(container).toHaveTextContent('Standard');
    await pass(2000);
    expect(container).toHaveTextContent('Picture');
    unmount();
    render(<Late placeholder="Standard" />);
    expect(screen.getByText('Picture')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is requested immediately when the connection is back', async () => {
    const load = jest
      .fn<Promise<() => string>, []>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue(() => 'Picture');
    const Late = lazyWithRetry(load);
    const { container } = render(<Late />);
    await pass(0);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(container).toHaveTextContent('Picture');
  });
});
