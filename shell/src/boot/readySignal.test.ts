import { registryOf } from '@portal/testing/registry';
import { reportFailedShell, signalReady } from './readySignal';

const routed = () => window.dispatchEvent(new Event('single-spa:routing-event'));
const readState = () => document.documentElement.dataset.shell;
beforeEach(() => {
  delete document.documentElement.dataset.shell;
  sessionStorage.clear();
});

it('signals ready with the first screen, not for an empty page', () => {
  const outlet = document.createElement('main');
  outlet.append(document.createElement('noscript'));
  signalReady(outlet);
  expect(readState()).toBeUndefined();
  routed();
  expect(readState()).toBeUndefined();
  outlet.append(document.createElement('div'));
  routed();
  expect(readState()).toBe('ready');
});

it('removes the message of the watchdog when a slow phone starts', () => {
  const outlet = document.createElement('main');
  outlet.innerHTML = '<div role="alert"><h1>The portal did not start</h1></div>';
  signalReady(outlet);
  routed();
  expect(readState()).toBeUndefined();
  outlet.append(document.createElement('div'));
  routed();
  expect([readState(), outlet.innerHTML]).toEqual(['ready', '<div></div>']);
});

it.each([
  [
    'reports once that the active shell did not start',
    '0.9.0',
    'blank',
    [{ event: 'failed', module: 'shell', version: '1.0.0', detail: 'blank' }],
  ],
  ['reports nothing after a network fault', '0.9.0', '', []],
  ['reports nothing when the active shell runs', '1.0.0', 'blank', []],
])('%s', (_, shell, why, expected) => {
  sessionStorage.setItem('portal.why', why);
  const reports: object[] = [];
  const page = { shell, registry: registryOf({}) };
  for (let times = 0; times < 2; times++) reportFailedShell(page, (report) => void reports.push(report));
  expect(reports).toEqual(expected);
});
