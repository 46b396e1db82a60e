import { waitFor } from '@testing-library/react';
import type { Move, MoveKind } from './history';
import { createPageTransition } from './pageTransition';

const at = (path: string) => new URL(path, 'http://localhost');

function open(content: string) {
  document.body.innerHTML = `<a href="/x" id="link">x</a><main>${content}</main>`;
  const outlet = document.querySelector('main') as HTMLElement;
  const spoken: string[] = [];
  const pageTransition = createPageTransition(outlet, (text) => spoken.push(text));
  let index = 0;
  const move = (from: string, to: string, kind: MoveKind = 'push', title = 'Search Jobs') => {
    const entry: Move = { kind, from: at(from), to: at(to), index: kind === 'pop' ? 0 : index + 1, leftIndex: index };
    index = entry.index;
    pageTransition.onNavigated(entry, title);
  };
  const show = (html: string) => {
    outlet.innerHTML = html;
  };
  return { pageTransition, outlet, move, show, spoken };
}

/** Lets the work after the paint run. */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));

function scrollDown(top: number) {
  Object.assign(window, { scrollY: top });
  window.dispatchEvent(new Event('scroll'));
}

it('sets the title and focuses the new heading when it appears', async () => {
  const { move, show } = open('<div><h1>Login</h1></div>');
  document.getElementById('link')?.focus();
  move('/guard/login', '/search-job');
  show('<div><h1>Search Jobs</h1></div>');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Search Jobs'));
  expect(document.title).toBe('Search Jobs · Guard Portal');
});

it.each([
  [
    'the screen sets a better one before it is painted',
    (title: (text: string) => void) => title('Night watch'),
    'Night watch · Guard Portal',
  ],
  ['the guard has gone on by then', null, 'Chats · Guard Portal'],
])('keeps the last title when %s', async (_when, refine, kept) => {
  const { pageTransition, move } = open('<div><h1>Login</h1></div>');
  move('/guard/login', '/jobDetail');
  if (refine) refine(pageTransition.title);
  else move('/jobDetail', '/chat', 'push', 'Chats');
  await waitFor(() => expect(document.title).toBe(kept));
  await painted();
  expect(document.title).toBe(kept);
});

it('[SHELL-41/1] scrolls to the section of a fragment and focuses it', async () => {
  const scrolled = jest.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const { move, show } = open('<div><h1>Search</h1></div>');
  move('/search-job', '/guard/myprofile/1#jobs');
  show('<div><h1>My Profile</h1><section id="jobs">Jobs</section></div>');
  await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'jobs'));
  expect(scrolled.mock.contexts).toEqual([document.activeElement]);
  scrolled.mockRestore();
});

it('[SHELL-41/2] scrolls to the top of the same screen without a fragment', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move, show } = open('<div><h1>Search</h1></div>');
  scrollDown(740);
  move('/search-job', '/guard/myprofile/1');
  show('<div><h1>My Profile</h1><section id="jobs">Jobs</section></div>');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('My Profile'));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  scrollTo.mockRestore();
});

it('[SHELL-41/2] scrolls to the heading immediately when the move leaves a section for its screen', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move } = open('<div><h1>My Profile</h1><section id="jobs" tabindex="-1">Jobs</section></div>');
  document.getElementById('jobs')?.focus();
  scrollDown(740);
  move('/guard/myprofile/1#jobs', '/guard/myprofile/1');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('My Profile'));
  scrollTo.mockRestore();
});

it('[SHELL-41/1] keeps position and focus at the section of a fragment when content arrives later', async () => {
  jest.useFakeTimers();
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move, outlet } = open('<div><h1>My Profile</h1><section id="jobs">Jobs</section></div>');
  document.getElementById('link')?.focus();
  move('/guard/myprofile/1', '/guard/myprofile/1#jobs');
  await jest.advanceTimersByTimeAsync(1000);
  outlet.append('Rows that came late');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(scrollTo).not.toHaveBeenCalled();
  expect(document.activeElement).toHaveAttribute('id', 'jobs');
  scrollTo.mockRestore();
  jest.useRealTimers();
});

it('[SHELL-41/2] scrolls to the top when the section has not appeared by the deadline', async () => {
  const scrolled = jest.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const { move, show } = open('<div><h1>Search</h1></div>');
  move('/search-job', '/guard/myprofile/1#jobs');
  move('/guard/myprofile/1#jobs', '/guard/myprofile/1');
  show('<div><h1>My Profile</h1><section id="jobs">Jobs</section></div>');
  await painted();
  await painted();
  expect(scrolled).not.toHaveBeenCalled();
  scrolled.mockRestore();
});

it('restores both scroll positions when a guard moves between a page and its section', () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { pageTransition } = open('<div><h1>Questions</h1><section id="pay">Pay</section></div>');
  const [whole, part] = ['/faq', '/faq#pay'].map(at) as [URL, URL];
  scrollDown(120);
  pageTransition.onNavigated({ kind: 'push', from: whole, to: part, index: 1, leftIndex: 0 }, 'FAQ');
  scrollDown(931);
  pageTransition.onNavigated({ kind: 'pop', from: part, to: whole, index: 0, leftIndex: 1 }, 'FAQ');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 120);
  pageTransition.onNavigated({ kind: 'pop', from: whole, to: part, index: 1, leftIndex: 0 }, 'FAQ');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 931);
  scrollTo.mockRestore();
});

it('focuses the heading of a screen that arrives long after the move, and not if the guard has focused another element by then', async () => {
  jest.useFakeTimers();
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move, show, outlet } = open('<div><h1>Home</h1><input></div>');
  const arriveLate = async (isTyping: boolean) => {
    await jest.advanceTimersByTimeAsync(500);
    outlet.append('Rows that came late');
    await jest.advanceTimersByTimeAsync(5000);
    expect(document.activeElement).toBe(outlet.querySelector('h1'));
    show('<div><h1>All Jobs</h1><input></div>');
    if (isTyping) outlet.querySelector('input')?.focus();
    const moves = scrollTo.mock.calls.length;
    await jest.advanceTimersByTimeAsync(100);
    expect(scrollTo.mock.calls.length).toBe(isTyping ? moves : moves + 1);
  };
  move('/guard/myprofile/1', '/all-job');
  await arriveLate(false);
  expect(document.activeElement).toHaveTextContent('All Jobs');
  move('/all-job', '/search-job');
  await arriveLate(true);
  expect(document.activeElement).toBe(outlet.querySelector('input'));
  jest.useRealTimers();
});

it('focuses a heading that appears after its title was announced', async () => {
  jest.useFakeTimers();
  const { move, show, spoken } = open('');
  move('/guard/myprofile/1', '/all-job', 'push', 'All Jobs');
  await jest.advanceTimersByTimeAsync(7000);
  expect(spoken).toEqual(['All Jobs']);
  show('<div><h1>All Jobs</h1></div>');
  await jest.advanceTimersByTimeAsync(100);
  expect(document.activeElement).toHaveTextContent('All Jobs');
  jest.useRealTimers();
});

it('keeps the focus that a screen has set', async () => {
  const { move, show, outlet } = open('<div></div>');
  move('/faq', '/guard/login');
  show('<div><input><h1>Log in</h1></div>');
  outlet.querySelector('input')?.focus();
  await waitFor(() => expect(outlet.querySelector('h1')).toBeInTheDocument());
  expect(document.activeElement).toBe(outlet.querySelector('input'));
});

it('does not move the focus for another page of the same list', () => {
  const { move } = open('<div><h1>All Jobs</h1></div>');
  document.getElementById('link')?.focus();
  move('/all-job', '/all-job?page=2');
  expect(document.activeElement).toHaveAttribute('id', 'link');
});

it('restores the scroll position on back', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move, show } = open('<div><h1>All Jobs</h1></div>');
  scrollDown(740);
  move('/all-job', '/jobPage');
  show('<div><h1>Job</h1></div>');
  await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 0));
  move('/jobPage', '/all-job', 'pop');
  show('<div><h1>All Jobs</h1></div>');
  await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 740));
  scrollTo.mockRestore();
});

it('keeps the height of a page on back until its content is there, and not on a move forward', async () => {
  jest.useFakeTimers();
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move, show, outlet } = open('<div><h1>All Jobs</h1></div>');
  Object.defineProperty(outlet, 'offsetHeight', { value: 1900 });
  scrollDown(740);
  move('/all-job', '/jobPage');
  show('<div><h1>Job</h1></div>');
  await jest.advanceTimersByTimeAsync(100);
  expect(outlet.style.minBlockSize).toBe('');
  move('/jobPage', '/all-job', 'pop');
  show('<div><h1>All Jobs</h1></div>');
  await jest.advanceTimersByTimeAsync(100);
  expect([outlet.style.minBlockSize, scrollTo.mock.lastCall]).toEqual(['1900px', [0, 740]]);
  await jest.advanceTimersByTimeAsync(3000);
  expect(outlet.style.minBlockSize).toBe('');
  scrollTo.mockRestore();
  jest.useRealTimers();
});

it('focuses the heading after the paint, and no heading of a page that was left', async () => {
  jest.useFakeTimers();
  const { move, show } = open('<div><h1>Login</h1></div>');
  move('/guard/login', '/search-job');
  show('<div><h1 id="first">Search Jobs</h1></div>');
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  const first = jest.spyOn(document.getElementById('first') as HTMLElement, 'focus');
  move('/search-job', '/all-job');
  show('<div><h1>All Jobs</h1></div>');
  await jest.advanceTimersByTimeAsync(100);
  expect(document.activeElement).toHaveTextContent('All Jobs');
  expect(first).not.toHaveBeenCalled();
  jest.useRealTimers();
});

it('scrolls up again on back from a fragment', () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { move } = open('<div><h1>Questions</h1><section id="pay">Pay</section></div>');
  scrollDown(931);
  move('/faq#pay', '/faq', 'pop');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  scrollTo.mockRestore();
});
