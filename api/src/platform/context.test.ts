// Needs a separate jest file: the helpers of API tests enter a context.
import { currentServices, runWithServices } from './context';
import { noHooks } from './hooks';
import { closeServices, createServices } from './services';

const settings: Parameters<typeof createServices>[0] = {
  mode: 'test',
  logLevel: 'silent',
  secretKeys: [],
  supportEmail: '',
  portalUrl: '',
  smtpUrl: null,
  smsUrl: null,
  push: null,
  dispatchPhone: null,
  smsInbound: null,
  sos: { first: [], next: [], afterMinutes: 3 },
};

it('throws outside an API', () => {
  expect(currentServices).toThrow('There is no API context');
});

it('returns the services of the innermost API, and throws once it is closed', async () => {
  const [outer, inner] = [createServices(settings, noHooks), createServices(settings, noHooks)];
  runWithServices(outer, () => {
    expect(runWithServices(inner, currentServices)).toBe(inner);
    expect(currentServices()).toBe(outer);
  });
  await closeServices(inner);
  expect(() => runWithServices(inner, currentServices)).toThrow('The API is closed');
  expect(runWithServices(outer, currentServices)).toBe(outer);
});
