import { chromeOf } from '@portal/mf-kit/module';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { createRegistry } from '../registry/moduleRegistry';
import { createRouteTable } from './routeTable';

/** The owner of each path: a path belongs to exactly one module. */
const owners = {
  'mf-onboarding': [
    ...['/guard/login', '/guard/signup', '/guard/forgot-password', '/guard/reset-password', '/privacy/:id', '/termsUse/:id'],
    ...['/guard-agreement/:id', '/guard/otp/:id', '/guard/registration/:id', '/review/:id', '/work-profile/:id', '/thankYou'],
    '/select-navigation/:name',
  ],
  'mf-jobs': [
    ...[
      '/search-job',
      '/jobPage',
      '/jobPage2',
      '/all-job',
      '/jobDetail',
      '/jobDetail2',
      '/job-history',
      '/onJob',
      '/taskReview',
      '/covers',
    ],
  ],
  'mf-communication': [
    ...['/chat', '/eNote', '/eNotes', '/notification', '/support', '/reportIssue', '/previousTicket', '/ticketDetail/:id'],
    ...['/report-injury', '/previousInjury', '/injuryDetail/:id'],
  ],
  'mf-account': [
    ...['/guard/myprofile/:id', '/guard/editProfile', '/guard/documents', '/guard/documents/:id', '/addDocs', '/guard/myAccount'],
    ...['/emp_details/:id', '/withdraw', '/myEarning', '/jobRating', '/myRating', '/setting'],
  ],
  'mf-public': [
    ...['/', '/how-it-work', '/faq', '/about-us', '/services', '/privacy-policy', '/terms-and-condition', '/our-speciality/:type'],
    ...['/contact_us', '/ontario', '/training', '/contract_agreement', '/career', '/job-posting-policy', '/404'],
  ],
};
const owned = Object.entries(owners).flatMap(([module, paths]) => paths.map((path) => [path, module] as const));
const registry = declaredRegistry();
const declared = Object.entries(registry.modules).flatMap(([module, { routes }]) =>
  Object.keys(routes).map((path) => [path, module] as const),
);
/** The remotes of the documents; a later one has its own paths. */
const stated = declared.filter(([, module]) => module in owners);
const table = createRouteTable(createRegistry(registry, {}));

it('[AUTHZ-02, AUTHZ-04, AUTHZ-05, AUTHZ-06] registers the 61 paths of guards and visitors, `*` once, and no path for staff or customers', () => {
  expect(owned).toHaveLength(61);
  expect(stated).toHaveLength(62);
  expect(declared.filter(([path]) => path === '*')).toEqual([['*', 'mf-public']]);
  const texts = Object.values(registry.modules).flatMap(({ routes }) =>
    Object.entries(routes).flatMap(([path, { title, nav = [] }]) => [`${path} ${title}`, ...nav.map(({ label, to }) => `${label} ${to}`)]),
  );
  expect(texts.filter((text) => /admin|staff|approv|answer|assign|customer|business|client/i.test(text))).toEqual([]);
});

it.each(owned)('%s is registered by %s alone, and opens there', (path, module) => {
  expect(declared.filter(([one]) => one === path)).toEqual([[path, module]]);
  expect(table.find(path.replace(/:\w+/, 'one'))).toMatchObject({ module, pattern: path });
});

it.each(['/no/such/page', '/search-job/more', '/guard', '/guard/nobody', '/guard/documents/1/2', '/Search-Job', '/our-speciality'])(
  '[ROUTE-60] %s has no owner, and opens the not-found page of mf-public',
  (path) => expect(table.find(path)).toMatchObject({ module: 'mf-public', pattern: '*' }),
);

it.each([
  ['?isShow=with_login', 'guard'],
  ['?isShow=with_out_login', 'bare'],
  ['', 'bare'],
])('[WORKPROFILE-02] the work profile with %j has the %s chrome', (search, chrome) => {
  const found = table.find('/work-profile/1');
  expect(found && chromeOf(found.route, new URLSearchParams(search))).toBe(chrome);
});

it('finds the owner of the next revision for a path that was looked up before', () => {
  const live = createRegistry(registry, {});
  const following = createRouteTable(live);
  expect(following.find('/faq')?.pattern).toBe('/faq');
  const { '/faq': _gone, ...routes } = registry.modules['mf-public']?.routes ?? {};
  const modules = { ...registry.modules, 'mf-public': { ...registry.modules['mf-public'], routes } } as typeof registry.modules;
  live.apply({ ...registry, revision: registry.revision + 1, modules });
  expect(following.find('/faq')?.pattern).toBe('*');
});
