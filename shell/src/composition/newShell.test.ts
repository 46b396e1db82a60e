import { moduleVersion, registryOf } from '@portal/testing/registry';
import { followShell } from './newShell';
import { createRegistry } from './registry';

/** A page of shell 1.0.0, and what may happen to it. */
function open() {
  const registry = createRegistry(registryOf({}), {});
  const page: { isSafe: boolean; moved(): void; clean(): void } = { isSafe: true, moved: () => undefined, clean: () => undefined };
  const reload = jest.fn();
  followShell({
    registry,
    isSafe: () => page.isSafe,
    onMoved: (listener) => {
      page.moved = listener;
    },
    onClean: (listener) => {
      page.clean = listener;
    },
    reload,
  });
  const activate = (version: string, quarantined = {}) => {
    const next = registryOf({}, registry.current().revision + 1);
    registry.apply({ ...next, shell: { ...next.shell, ...moduleVersion('shell', version), quarantined } });
  };
  return { page, reload, activate };
}
function look(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
afterEach(() => jest.restoreAllMocks());

it('is followed on the way to another page, not under the eyes of the guard', () => {
  const { page, reload, activate } = open();
  page.moved();
  activate('1.1.0');
  page.clean();
  expect(reload).not.toHaveBeenCalled();
  page.moved();
  page.moved();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is followed while nobody looks', () => {
  const { reload, activate } = open();
  activate('1.1.0');
  look('hidden');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits for as long as something would be lost', () => {
  const { page, reload, activate } = open();
  page.isSafe = false;
  activate('1.1.0');
  look('hidden');
  page.moved();
  expect(reload).not.toHaveBeenCalled();
  page.isSafe = true;
  page.clean();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is followed at once from one that was taken back, as soon as nothing is lost by it', () => {
  const { page, reload, activate } = open();
  page.isSafe = false;
  activate('0.9.0', { '1.0.0': 'blank menus' });
  expect(reload).not.toHaveBeenCalled();
  page.isSafe = true;
  page.clean();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is none when only modules changed, or the old one came back', () => {
  const { page, reload, activate } = open();
  activate('1.0.0');
  activate('1.1.0');
  activate('1.0.0');
  look('hidden');
  page.moved();
  expect(reload).not.toHaveBeenCalled();
});
