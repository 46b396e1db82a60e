import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { createModuleServices } from '../modules/moduleServices';
import type { PageData } from '../platform/pageData';
import { createServices } from './services';

const registry = declaredRegistry();
const page: PageData = {
  ...{ registry, shell: '1.0.0', opsKey: '', timestampKey: '', timestamp: null, files: {}, token: null, overrides: [] },
  config: { customerSite: '', supportEmail: '', mapsKey: null, basic: '', apiUrl: '', firebase: null, patience: 1 },
};

function openAt(path: string) {
  window.history.replaceState(null, '', path);
  const outlet = document.createElement('main');
  document.body.replaceChildren(outlet);
  const services = createServices(page, createModuleServices(page), outlet);
  services.history.boot();
  return services;
}

beforeEach(() => {
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('opens the login with a warning when the page needs a session, and the interrupted path after it', () => {
  const { pageLocation, notices, session } = openAt('/search-job');
  expect([window.location.pathname, pageLocation.get().module, document.body.dataset.chrome]).toEqual([
    '/guard/login',
    'mf-onboarding',
    'public',
  ]);
  expect(notices.toasts.get().map(({ kind }) => kind)).toEqual(['warning']);
  session.begin({ guard: guard(), tokens: { refresh: { token: 'mine' } } });
  expect([window.location.pathname, pageLocation.get().chrome]).toEqual(['/search-job', 'guard']);
  session.end();
});

it('moves on when the session has another step', () => {
  const { session, pageLocation } = openAt('/guard/login');
  session.begin({ guard: guard({ workSpecialities: [] }), tokens: { refresh: { token: 'mine' } } });
  expect(window.location.pathname).toBe(`/work-profile/${mockId(1)}`);
  session.update(guard());
  expect([window.location.pathname, pageLocation.get().module]).toEqual([`/guard/myprofile/${mockId(1)}`, 'mf-account']);
  session.end();
});

it('gives each mount a handle of the page’s one portal', () => {
  const { openHandle, notices } = openAt('/faq');
  const [first, second] = [openHandle(), openHandle()];
  first.end();
  first.portal.toast('info', 'ignored');
  second.portal.toast('info', 'shown');
  expect(notices.toasts.get().map(({ text }) => text)).toEqual(['shown']);
});
