type Properties = Record<string, PropertyDescriptor>;

/** Objects of a page that tests give properties which jsdom lacks. Not `window`: jsdom creates its constructors at their first use. */
const replaced = (): object[] => [navigator, URL, HTMLElement.prototype];
let before: Properties[] = [];

/** Stores the properties of the page before the first test of a file. */
export function storePage(): void {
  before = replaced().map((owner) => Object.getOwnPropertyDescriptors(owner) as Properties);
}

function restoreProperties(owner: object, stored: Properties): void {
  const now = Object.getOwnPropertyDescriptors(owner) as Properties;
  for (const name of Object.keys(now)) if (!Object.hasOwn(stored, name)) Reflect.deleteProperty(owner, name);
  for (const [name, descriptor] of Object.entries(stored))
    if (now[name]?.value !== descriptor.value) Object.defineProperty(owner, name, descriptor);
}

/** Resets what a test file may leave in its page for the next file of the same suite. */
export function resetPage(): void {
  jest.useRealTimers();
  jest.restoreAllMocks();
  replaced().forEach((owner, index) => void restoreProperties(owner, before[index] ?? {}));
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
  document.title = '';
  // A file may end in a page that was left. A database is created in an open page only.
  window.dispatchEvent(new Event('pageshow'));
}
