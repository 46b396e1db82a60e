import { withLayout } from '@portal/testing/layout';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { nextRows, ThreadView } from './ThreadView';
import type { ThreadProps } from './threadProps';

interface Note {
  id: number;
  day: string;
  own?: boolean;
}

const VIEWPORT = 600;
const ROW = 60;
withLayout({ viewport: VIEWPORT, row: ROW });

const notes = (from: number, to: number, day = 'Monday'): Note[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index, day }));
const announced: string[] = [];
const seen: number[] = [];
const asked = jest.fn();
afterEach(() => {
  announced.length = 0;
  seen.length = 0;
  asked.mockReset();
});

const props = (over: Partial<ThreadProps<Note>> & Pick<ThreadProps<Note>, 'items'>): ThreadProps<Note> => ({
  keyOf: ({ id }) => String(id),
  dayOf: ({ day }) => day,
  children: ({ id }) => <p>{`Note ${id}`}</p>,
  label: 'Notes',
  counted: ['note', 'notes'],
  spoken: ({ id }) => `Ada: note ${id}`,
  isOwn: ({ own }) => own === true,
  announce: (text) => void announced.push(text),
  hasOlder: false,
  older: 'ready',
  onOlder: asked,
  onSeen: ({ id }) => void seen.push(id),
  ...over,
});

function open(over: Parameters<typeof props>[0]) {
  const shown = render(<ThreadView {...props(over)} />);
  return { show: (next: Parameters<typeof props>[0]) => shown.rerender(<ThreadView {...props(next)} />) };
}
const log = () => screen.getByRole('log', { name: 'Notes' });
/** The list renders a row after several steps. */
const shows = (id: number) => waitFor(() => expect(screen.getByText(`Note ${id}`)).toBeVisible());
/** Scrolls as a finger does: moves the list and fires the event. */
const scrollTo = async (top: number) => {
  log().scrollTop = top;
};

it('renders only the visible rows of two thousand, at the newest, and reports it as seen', async () => {
  open({ items: notes(1, 2000) });
  await shows(2000);
  expect(screen.queryByText('Note 1')).toBeNull();
  expect(screen.getAllByText(/^Note /).length).toBeLessThan(40);
  expect(seen).toEqual([2000]);
});

it('is not painted before its rows are measured, because a phone would show them move', async () => {
  open({ items: notes(1, 3) });
  expect(log()).toHaveClass('unmeasured');
  await waitFor(() => expect(log()).not.toHaveClass('unmeasured'));
  expect(screen.getByText('Note 3')).toBeVisible();
});

it('stays at the newest row when items arrive, and announces them in one sentence', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const { show } = open({ items: notes(1, 50) });
  show({ items: notes(1, 51) });
  await act(() => jest.advanceTimersByTimeAsync(500));
  show({ items: notes(1, 53) });
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(announced).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(announced).toEqual(['3 new notes. Ada: note 53']);
  show({ items: notes(1, 54) });
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(announced.at(-1)).toBe('Ada: note 54');
  expect(screen.getByText('Note 54')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
  expect(seen.at(-1)).toBe(54);
  jest.useRealTimers();
});

it('keeps the position of a reader further up, counts new items, and scrolls down on request', async () => {
  const user = userEvent.setup();
  const { show } = open({ items: notes(1, 50) });
  await shows(50);
  await scrollTo(600);
  expect(screen.getByRole('button', { name: 'To the newest note' })).toBeVisible();
  show({ items: notes(1, 53) });
  expect(await screen.findByRole('button', { name: '3 new notes' })).toBeVisible();
  expect(log().scrollTop).toBe(600);
  expect(seen).toEqual([50]);
  await user.click(screen.getByRole('button', { name: '3 new notes' }));
  await shows(53);
  expect(screen.queryByRole('button')).toBeNull();
  expect(seen).toEqual([50, 53]);
});

it("scrolls to the reader's own item from any position, without counting it as new", async () => {
  const { show } = open({ items: notes(1, 50) });
  await shows(50);
  await scrollTo(600);
  show({ items: [...notes(1, 50), { id: 51, day: 'Monday', own: true }] });
  await shows(51);
  expect(screen.queryByRole('button')).toBeNull();
  expect(announced).toEqual([]);
});

it('requests older items near the top, announces loading and the result, and keeps the position', async () => {
  const { show } = open({ items: notes(101, 200), hasOlder: true });
  await shows(200);
  expect(asked).not.toHaveBeenCalled();
  await scrollTo(500);
  expect(asked).toHaveBeenCalled();
  show({ items: notes(101, 200), hasOlder: true, older: 'loading' });
  expect(screen.getByRole('status')).toHaveTextContent('Loading older notes…');
  const from = screen.getAllByText(/^Note /).map((note) => note.textContent);
  show({ items: notes(71, 200), hasOlder: true });
  await waitFor(() => expect(log().scrollTop).toBe(500 + 30 * ROW));
  expect(screen.getAllByText(/^Note /).map((note) => note.textContent)).toEqual(expect.arrayContaining(from.slice(5, 15)));
  expect(announced).toEqual(['30 older notes loaded']);
  expect(screen.getByRole('status')).toHaveTextContent('');
});

it('renders the oldest row only with its predecessor, so that no row changes when older ones arrive', async () => {
  const children: ThreadProps<Note>['children'] = ({ id }, before) => <p>{`Note ${id} after ${before?.id ?? 'nothing'}`}</p>;
  const { show } = open({ items: notes(3, 6), hasOlder: true, children });
  const texts = () => screen.queryAllByText(/^Note /).map(({ textContent }) => textContent);
  await waitFor(() => expect(texts()).toEqual(['Note 4 after 3', 'Note 5 after 4', 'Note 6 after 5']));
  show({ items: notes(1, 6), hasOlder: false, children });
  await waitFor(() => expect(texts()).toHaveLength(6));
  expect(texts().slice(0, 4)).toEqual(['Note 1 after nothing', 'Note 2 after 1', 'Note 3 after 2', 'Note 4 after 3']);
});

it('announces failed loading of older items, and tries again only on request', async () => {
  const user = userEvent.setup();
  open({ items: notes(101, 200), hasOlder: true, older: 'failed' });
  await shows(200);
  await scrollTo(0);
  expect(asked).not.toHaveBeenCalled();
  expect(screen.getByRole('status')).toHaveTextContent('Older notes could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(asked).toHaveBeenCalledTimes(1);
});

it('requests older items immediately while the rows do not fill the view', async () => {
  open({ items: notes(1, 3), hasOlder: true });
  await waitFor(() => expect(asked).toHaveBeenCalled());
});

it('shows a line between two days, and above the first row only when nothing is older', async () => {
  const items = [...notes(1, 3), ...notes(4, 6, 'Tuesday')];
  const { show } = open({ items, hasOlder: true });
  await shows(6);
  const days = () => screen.queryAllByText(/^(Mon|Tues)day$/, { selector: 'span' }).map((day) => day.textContent);
  expect(days()).toEqual(['Tuesday']);
  show({ items, hasOlder: false });
  expect(days()).toEqual(['Monday', 'Tuesday']);
});

it('scrolls to either end by keyboard, and ignores keys of its controls', async () => {
  open({ items: notes(1, 100) });
  await shows(100);
  log().focus();
  fireEvent.keyDown(log(), { key: 'Home' });
  await shows(1);
  fireEvent.keyDown(log(), { key: 'End' });
  await shows(100);
  fireEvent.keyDown(screen.getByText('Note 100'), { key: 'Home' });
  expect(screen.getByText('Note 100')).toBeInTheDocument();
});

it('scrolls to the end while it still scrolls to the beginning', async () => {
  open({ items: notes(1, 100) });
  await shows(100);
  fireEvent.keyDown(log(), { key: 'Home' });
  fireEvent.keyDown(log(), { key: 'End' });
  // Measuring the next rows continues the scrolling to the beginning.
  fireEvent.keyDown(log(), { key: 'Home' });
  await shows(1);
  fireEvent.keyDown(log(), { key: 'End' });
  await shows(100);
  expect(log().scrollTop).toBe(100 * ROW - VIEWPORT);
});

it('reports the newest item only while the page is visible', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  open({ items: notes(1, 5) });
  await shows(5);
  expect(seen).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(seen).toEqual([5]);
  visibility.mockRestore();
});

it('adds earlier and later rows in two steps', () => {
  const keyOf = ({ id }: Note) => String(id);
  expect(nextRows(notes(4, 6), notes(1, 8), keyOf)).toEqual({ rows: notes(1, 6), isPrepended: true });
  expect(nextRows(notes(4, 6), notes(1, 6), keyOf)).toEqual({ rows: notes(1, 6), isPrepended: true });
  expect(nextRows(notes(4, 6), notes(4, 8), keyOf)).toEqual({ rows: notes(4, 8), isPrepended: false });
  expect(nextRows(notes(4, 6), notes(11, 12), keyOf)).toEqual({ rows: notes(11, 12), isPrepended: false });
});
