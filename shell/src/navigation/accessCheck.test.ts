import { withFormerFields } from '@portal/mf-kit/formerRoutes';
import { documentedRegistry } from '@portal/testing/declaredRegistry';
import { guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { createRegistry } from '../registry/moduleRegistry';
import { createAccessCheck, isAtStep } from './accessCheck';
import { PortalHistory } from './history';
import { createRouteTable } from './routeTable';

const routes = createRouteTable(createRegistry(documentedRegistry(), {}));
const me = mockId(1);
const other = mockId(2);
const profile = `/guard/myprofile/${me}`;
const thankYou = '/thankYou?isLicense=full';

type Who = keyof typeof guardAt | 'nobody';

/** The address after a page was opened at `path`. */
function opens(path: string, who: Who): string {
  const guard = who === 'nobody' ? null : guardAt[who]();
  const session = { current: () => guard && { guardId: guard.id, guard }, rememberReturnPath: () => undefined };
  window.history.replaceState(null, '', path);
  const parts = { blocksBack: () => false, isDirty: () => false, askToLeave: async () => true, onMoved: () => undefined };
  new PortalHistory({ ...parts, redirectFor: createAccessCheck({ routes, session, toast: () => undefined }) }).boot();
  return window.location.pathname + window.location.search;
}

const marketing = [
  '/',
  '/how-it-work',
  '/faq',
  '/about-us',
  '/services',
  '/privacy-policy',
  '/job-posting-policy',
  '/terms-and-condition',
  '/our-speciality/x',
  '/ontario',
  '/contract_agreement',
  '/contact_us',
  '/training',
  '/career',
  '/404',
];
const loggedIn = [
  ['/search-job', '/jobPage', '/jobPage2', '/all-job', '/jobDetail', '/jobDetail2', '/job-history', '/covers', '/onJob', '/taskReview'],
  ['/chat', '/eNote', '/eNotes', '/notification', '/support', '/reportIssue', '/previousTicket', '/ticketDetail/1', '/report-injury'],
  [
    '/previousInjury',
    '/injuryDetail/1',
    `/guard/myprofile/${me}`,
    '/guard/editProfile',
    '/guard/documents',
    '/guard/documents/1',
    '/addDocs',
  ],
  ['/guard/myAccount', `/emp_details/${me}`, '/withdraw', '/myEarning', '/jobRating', '/myRating', '/setting'],
  [`/guard/registration/${me}`, `/review/${me}`, `/work-profile/${me}?isShow=with_login`, `/work-profile/${me}`],
].flat();
const beforeASession = [
  '/guard/login',
  '/guard/signup',
  '/guard/forgot-password',
  '/guard/reset-password',
  `/privacy/${me}`,
  `/termsUse/${me}`,
];
const flow = [
  `/guard-agreement/${me}`,
  `/guard/otp/${me}`,
  '/thankYou',
  `/work-profile/${me}?isShow=with_out_login`,
  '/select-navigation/guard',
];

describe('without a session', () => {
  it('[SESSION-01, SESSION-24/1, SESSION-24/2] the lists of this file contain every route', () => {
    const listed = [...marketing, ...loggedIn, ...beforeASession, ...flow].map((path) => routes.find(path.split('?')[0] ?? '')?.pattern);
    const declared = Object.values(documentedRegistry().modules).flatMap((module) => Object.keys(module.routes));
    expect([...new Set([...listed, '*'])].sort()).toEqual(declared.sort());
  });
  it.each(marketing)('[AUTHZ-20, SESSION-24/2] opens %s', (path) => expect(opens(path, 'nobody')).toBe(path));
  it.each(loggedIn)('[SESSION-01, SESSION-04, SESSION-24/1] sends %s to login', (path) =>
    expect(opens(path, 'nobody')).toBe('/guard/login'),
  );
  it.each([...beforeASession, ...flow])('[SESSION-24/2] opens %s', (path) => expect(opens(path, 'nobody')).toBe(path));
});

const inOrder = [
  ['privacy', `/privacy/${me}`],
  ['terms', `/termsUse/${me}`],
  ['agreement', `/guard-agreement/${me}`],
  ['otp', `/guard/otp/${me}`],
  ['registration', `/guard/registration/${me}`],
  ['work-profile', `/work-profile/${me}?isShow=with_out_login`],
] as const;

describe('a guard with an open step', () => {
  it.each([['licence', thankYou] as const, ...inOrder])('[AUTHZ-10/1] at %s is sent to %s', (who, step) => {
    expect(opens('/search-job', who)).toBe(step);
    expect(opens('/guard/login', who)).toBe(step);
    expect(opens(step, who)).toBe(step);
  });

  it.each([
    ['an earlier step', `/termsUse/${me}`, `/termsUse/${me}`],
    ['a later step', `/guard/registration/${me}`, `/guard/otp/${me}`],
    ['the review', `/review/${me}`, `/review/${me}`],
    ["another guard's step", `/termsUse/${other}`, `/guard/otp/${me}`],
    ['the marketing pages', '/faq', '/faq'],
  ])('[AUTHZ-10/5] at otp: %s', (_, path, opened) => expect(opens(path, 'otp')).toBe(opened));
});

it.each(inOrder.map(([who], at) => [who, at] as const))(
  '[AUTHZ-10/5] opens the own and earlier steps at %s, and no later one',
  (who, at) => {
    const [, own] = inOrder[at] ?? [];
    for (const [place, [, step]] of inOrder.entries()) expect(opens(step, who)).toBe(place <= at ? step : own);
  },
);

it.each(['otp', 'approval'] as const)('[AUTHZ-10/3] applies to every path with a login, at %s', (who) => {
  const step = { otp: `/guard/otp/${me}`, approval: thankYou }[who];
  const own = who === 'otp' ? [`/review/${me}`] : ['/addDocs', '/guard/documents', '/guard/documents/1', `/review/${me}`];
  for (const path of loggedIn.filter((one) => !own.includes(one))) expect(opens(path, who)).toBe(step);
});

describe('a guard with status 0 and nothing left to do', () => {
  it('[AUTHZ-07, AUTHZ-08, AUTHZ-10/2] stays on the thank-you page', () => {
    for (const path of ['/search-job', profile, '/guard/login', `/work-profile/${me}?isShow=with_login`])
      expect(opens(path, 'approval')).toBe(thankYou);
    expect(opens('/thankYou', 'approval')).toBe('/thankYou');
  });

  it.each(['/addDocs', '/guard/documents', '/guard/documents/1'])('[AUTHZ-10/5] may open %s', (path) =>
    expect(opens(path, 'approval')).toBe(path),
  );
});

it.each([
  ['licence', [`/review/${me}`]],
  ['approval', ['/addDocs', '/guard/documents', '/guard/documents/1']],
] as const)('[AUTHZ-09] keeps a guard at %s on the thank-you page, except for their own paths', (who, own: readonly string[]) => {
  for (const path of loggedIn) expect([path, opens(path, who)]).toEqual([path, own.includes(path) ? path : thankYou]);
  expect(opens('/thankYou', who)).toBe('/thankYou');
});

describe('an approved guard', () => {
  const steps = [`/guard/registration/${me}`];
  it.each(loggedIn.filter((path) => !steps.includes(path)))('[AUTHZ-40] opens %s', (path) => expect(opens(path, 'done')).toBe(path));
  it.each(marketing)('[AUTHZ-39] opens %s', (path) => expect(opens(path, 'done')).toBe(path));
  it.each(['/guard/login', '/guard/signup', '/thankYou', `/guard/otp/${me}`, ...steps])('is redirected from %s to the profile', (path) =>
    expect(opens(path, 'done')).toBe(profile),
  );
});

it('[AUTHZ-02] finds no screen for customers, staff or admins', () => {
  for (const path of ['/admin', '/customer/login', '/staff', '/guards/approve']) expect(routes.find(path)?.pattern).toBe('*');
});

it('[AUTHZ-01] knows only guards: every path is for everyone or for a guard at some step', () => {
  const kinds = Object.values(documentedRegistry().modules).flatMap((module) => Object.values(module.routes).map(({ access }) => access));
  expect(new Set(kinds)).toEqual(new Set(['public', 'visitor', 'flow', 'session', 'held', 'guard']));
});

it('opens the registration for changes to an approved guard', () => {
  const change = `/guard/registration/${me}?status=loggedin`;
  expect([opens(change, 'done'), opens(change, 'otp'), opens(change, 'approval')]).toEqual([change, `/guard/otp/${me}`, thankYou]);
});

it.each([
  ['/thankYou', 'approval', true],
  ['/thankYou', 'licence', true],
  ['/guard/registration/:id', 'registration', true],
  ['/privacy/:id', 'terms', false],
  ['/guard-agreement/:id', 'registration', false],
  ['/review/:id', 'work-profile', false],
] as const)('a guard at %s moves on when the step %s is done: %s', (pattern, step, isLed) => {
  const found = routes.find(pattern.replace(':id', me));
  expect(found && isAtStep(found, step)).toBe(isLed);
});

it.each(Object.entries(documentedRegistry().modules))(
  'adds the fields that an older version of %s lacks',
  (_name, { routes: declared }) => {
    const added = ['accessWhen', 'steps', 'opensAfterSteps', 'takesMailedToken'];
    const without = Object.entries(declared).map(([pattern, route]) => [
      pattern,
      Object.fromEntries(Object.entries(route).filter(([name]) => !added.includes(name))) as unknown as typeof route,
    ]);
    expect(withFormerFields(Object.fromEntries(without))).toEqual(declared);
  },
);
