/** Resets what a test file may leave in its page for the next file of the same suite. */
export function resetPage(): void {
  jest.useRealTimers();
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
  document.title = '';
  // A file may end in a page that was left. A database is created in an open page only.
  window.dispatchEvent(new Event('pageshow'));
}
