import { moduleVersion, registryOf } from '@portal/testing/registry';
import type { PageLocation } from '../navigation/pageLocation';
import { createUnsavedInput } from '../navigation/unsavedInput';
import { signal } from '../platform/signal';
import { createRegistry } from './moduleRegistry';
import { reloadForNewShell } from './shellUpdate';

const at = (pathname: string): PageLocation => ({ chrome: 'guard', module: 'mf-jobs', pathname, hash: '' });

/** A page of shell 1.0.0. */
function open(running = '1.0.0') {
  const registry = createRegistry(registryOf({}), {});
  const page = { hasEmergency: false, isSending: false, isServerUp: async () => true };
  const unsavedInput = createUnsavedInput();
  const isLost = signal(false);
  const pageLocation = signal(at('/all-job'));
  const reload = jest.fn();
  reloadForNewShell({
    registry,
    running,
    unsavedInput,
    emergency: { isOn: () => page.hasEmergency },
    isSending: () => page.isSending,
    isLost,
    isServerUp: () => page.isServerUp(),
    pageLocation,
    reload,
  });
  const activate = (version: string, quarantined = {}) => {
    const next = registryOf({}, registry.current().revision + 1);
    registry.apply({ ...next, shell: { ...next.shell, ...moduleVersion('shell', version), quarantined } });
  };
  let moves = 0;
  const move = () => pageLocation.set(at(`/jobs/${++moves}`));
  return { page, unsavedInput, isLost, pageLocation, move, reload, activate };
}
function setVisibility(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
const MINUTE = 60_000;
const settled = () => jest.advanceTimersByTimeAsync(0);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
  jest.restoreAllMocks();
  document.body.innerHTML = '';
});

it('reloads on navigation to another page, not while the guard uses the page', async () => {
  const { unsavedInput, move, reload, activate } = open();
  move();
  activate('1.1.0');
  unsavedInput.register('your swap')();
  await settled();
  expect(reload).not.toHaveBeenCalled();
  move();
  move();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload for a shell that did not start in this browser, but for the next one', async () => {
  const { move, reload, activate } = open('0.9.0');
  move();
  await settled();
  activate('0.9.0', { '1.0.0': 'does not start' });
  move();
  await settled();
  expect(reload).not.toHaveBeenCalled();
  activate('1.0.1');
  move();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads after five minutes in the background, not after a camera or a file chooser', async () => {
  const { reload, activate } = open();
  activate('1.1.0');
  setVisibility('hidden');
  await pass(4 * MINUTE);
  setVisibility('visible');
  await pass(10 * MINUTE);
  expect(reload).not.toHaveBeenCalled();
  setVisibility('hidden');
  await pass(5 * MINUTE);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads when the guard returns to a suspended page', async () => {
  const { reload, activate } = open();
  activate('1.1.0');
  setVisibility('hidden');
  jest.setSystemTime(Date.now() + 6 * MINUTE);
  setVisibility('visible');
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload when only the query, the hash or the rule of the page changes', async () => {
  const { pageLocation, reload, activate } = open();
  activate('1.1.0');
  pageLocation.set({ ...pageLocation.get() });
  pageLocation.set({ ...pageLocation.get(), hash: '#list' });
  await settled();
  expect(reload).not.toHaveBeenCalled();
});

it('reloads once for each revision if a portal host lags behind, and once more after five minutes', async () => {
  const first = open();
  first.activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  const second = open();
  second.activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  expect([first.reload.mock.calls.length, second.reload.mock.calls.length]).toEqual([1, 0]);
  await pass(5 * MINUTE + 10_000);
  expect(second.reload).toHaveBeenCalledTimes(1);
});

it('does not reload if the tab has no storage', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { reload, activate } = open();
  activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  expect(reload).not.toHaveBeenCalled();
});

type Opened = ReturnType<typeof open>;
const blockers: [what: string, block: (opened: Opened) => void][] = [
  ['input is unsaved', ({ unsavedInput }) => void unsavedInput.register('your swap')],
  ['a request is in flight', ({ page }) => Object.assign(page, { isSending: true })],
  ['an SOS is active', ({ page }) => Object.assign(page, { hasEmergency: true })],
  ['the portal cannot be reached', ({ isLost }) => isLost.set(true)],
  ['the portal host does not answer', ({ page }) => Object.assign(page, { isServerUp: async () => false })],
  ['a dialog is open', () => Object.assign(document.body, { innerHTML: '<dialog open></dialog>' })],
];

it.each(blockers)('does not reload while %s', async (_what, block) => {
  const opened = open();
  block(opened);
  opened.activate('0.9.0', { '1.0.0': 'blank menus' });
  setVisibility('hidden');
  await pass(6 * MINUTE);
  opened.move();
  await settled();
  expect(opened.reload).not.toHaveBeenCalled();
});

it.each(blockers.slice(0, 4))('does not reload when %s before the portal host has answered', async (_what, block) => {
  const opened = open();
  opened.page.isServerUp = async () => {
    block(opened);
    return true;
  };
  opened.activate('1.1.0');
  opened.move();
  await settled();
  expect(opened.reload).not.toHaveBeenCalled();
});

it('checks again after the portal host did not answer', async () => {
  const { page, move, reload, activate } = open();
  page.isServerUp = async () => false;
  activate('1.1.0');
  move();
  await settled();
  page.isServerUp = async () => true;
  move();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('checks a quarantined shell again without any other event', async () => {
  const { isLost, reload, activate } = open();
  isLost.set(true);
  activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  isLost.set(false);
  await pass(10_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('leaves a quarantined shell as soon as nothing is lost', async () => {
  const { unsavedInput, reload, activate } = open();
  const clean = unsavedInput.register('your swap');
  activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  expect(reload).not.toHaveBeenCalled();
  clean();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload when only modules changed, or the old shell is active again', async () => {
  const { move, reload, activate } = open();
  activate('1.0.0');
  activate('1.1.0');
  activate('1.0.0');
  setVisibility('hidden');
  await pass(6 * MINUTE);
  move();
  await settled();
  expect(reload).not.toHaveBeenCalled();
});
