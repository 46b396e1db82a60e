import { moduleVersion, registryOf } from '@portal/testing/registry';
import type { PageLocation } from '../navigation/pageLocation';
import { createUnsavedInput } from '../navigation/unsavedInput';
import { signal } from '../platform/signal';
import { createRegistry } from './moduleRegistry';
import { reloadForNewShell } from './shellUpdate';

const at = (pathname: string): PageLocation => ({ chrome: 'guard', module: 'mf-jobs', pathname, hash: '' });

/** A page of shell 1.0.0, and what may happen to it. */
function open(running = '1.0.0') {
  const registry = createRegistry(registryOf({}), {});
  const page = { hasEmergency: false, isSending: false, isThere: async () => true };
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
    isServerUp: () => page.isThere(),
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
function look(state: DocumentVisibilityState) {
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

it('is followed on the way to another page, not under the eyes of the guard', async () => {
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

it('is not the one that did not start in this browser: the last good one, which runs instead, waits for the next', async () => {
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

it('is followed when nobody was there for five minutes, not by a look at a camera or a file chooser', async () => {
  const { reload, activate } = open();
  activate('1.1.0');
  look('hidden');
  await pass(4 * MINUTE);
  look('visible');
  await pass(10 * MINUTE);
  expect(reload).not.toHaveBeenCalled();
  look('hidden');
  await pass(5 * MINUTE);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is there when somebody comes back to a page that slept', async () => {
  const { reload, activate } = open();
  activate('1.1.0');
  look('hidden');
  jest.setSystemTime(Date.now() + 6 * MINUTE);
  look('visible');
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits where somebody is at work: another query, hash or rule of the same page is no other page', async () => {
  const { pageLocation, reload, activate } = open();
  activate('1.1.0');
  pageLocation.set({ ...pageLocation.get() });
  pageLocation.set({ ...pageLocation.get(), hash: '#list' });
  await settled();
  expect(reload).not.toHaveBeenCalled();
});

it('is asked for once a revision, whatever a host that is behind serves; after five minutes once more', async () => {
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

it('is left to the guard where the tab keeps nothing', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { reload, activate } = open();
  activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  expect(reload).not.toHaveBeenCalled();
});

type Opened = ReturnType<typeof open>;
const held: [what: string, hold: (opened: Opened) => void][] = [
  ['something is unsaved', ({ unsavedInput }) => void unsavedInput.register('your swap')],
  ['something is on its way', ({ page }) => Object.assign(page, { isSending: true })],
  ['an SOS is on', ({ page }) => Object.assign(page, { hasEmergency: true })],
  ['the portal cannot be reached', ({ isLost }) => isLost.set(true)],
  ['the host does not answer', ({ page }) => Object.assign(page, { isThere: async () => false })],
  ['a dialog stands open', () => Object.assign(document.body, { innerHTML: '<dialog open></dialog>' })],
];

it.each(held)('is not followed while %s', async (_what, hold) => {
  const opened = open();
  hold(opened);
  opened.activate('0.9.0', { '1.0.0': 'blank menus' });
  look('hidden');
  await pass(6 * MINUTE);
  opened.move();
  await settled();
  expect(opened.reload).not.toHaveBeenCalled();
});

it.each(held.slice(0, 4))('is not followed when %s by the time the host has answered', async (_what, hold) => {
  const opened = open();
  opened.page.isThere = async () => {
    hold(opened);
    return true;
  };
  opened.activate('1.1.0');
  opened.move();
  await settled();
  expect(opened.reload).not.toHaveBeenCalled();
});

it('is asked for again after the host gave no answer', async () => {
  const { page, move, reload, activate } = open();
  page.isThere = async () => false;
  activate('1.1.0');
  move();
  await settled();
  page.isThere = async () => true;
  move();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is asked for again by itself from one that was taken back, though nothing else happens', async () => {
  const { isLost, reload, activate } = open();
  isLost.set(true);
  activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  isLost.set(false);
  await pass(10_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is followed at once from one that was taken back, as soon as nothing is lost by it', async () => {
  const { unsavedInput, reload, activate } = open();
  const clean = unsavedInput.register('your swap');
  activate('0.9.0', { '1.0.0': 'blank menus' });
  await settled();
  expect(reload).not.toHaveBeenCalled();
  clean();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is none when only modules changed, or the old one came back', async () => {
  const { move, reload, activate } = open();
  activate('1.0.0');
  activate('1.1.0');
  activate('1.0.0');
  look('hidden');
  await pass(6 * MINUTE);
  move();
  await settled();
  expect(reload).not.toHaveBeenCalled();
});
