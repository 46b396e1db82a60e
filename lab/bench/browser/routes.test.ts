import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import type { RouteDeclaration } from '@portal/mf-kit/module';
import { type DeclaredRoutes, routeAddresses } from './routes';

const page: RouteDeclaration = { access: 'guard', chrome: 'guard', title: 'A page' };
const job = { jobId: 'job', shiftId: 'shift' };
const things = { ticket: 'a-ticket', injury: 'an-injury', document: 'a-document', room: 'a-room', open: job, held: job };

const declared = (routes: Record<string, RouteDeclaration>): DeclaredRoutes => ({
  'mf-jobs': { routes: {} },
  'mf-communication': { routes },
});
const pathsOf = (routes: Record<string, RouteDeclaration>) => routeAddresses(declared(routes), things).map(({ path }) => path);

describe('places() of the bench', () => {
  it('returns all built routes with their module and access', () => {
    expect(routeAddresses(declared({ '/chat': page }), things)).toEqual([
      { module: 'mf-communication', pattern: '/chat', path: '/chat?room=a-room', access: 'guard' },
    ]);
    expect(pathsOf({ '/soon': { ...page, built: false }, '*': page })).toEqual([]);
  });

  it('fills a parameter with an id of the demo guard, or with a page that the route declares', () => {
    expect(pathsOf({ [ticketsPaths.detail.pattern]: page })).toEqual(['/ticketDetail/a-ticket']);
    expect(pathsOf({ '/our-speciality/:type': { ...page, pages: { '/our-speciality/bank': { title: 'Bank' } } } })).toEqual([
      '/our-speciality/bank',
    ]);
  });

  it('gives a step of the onboarding to the seed guard of that step', () => {
    const [privacy] = routeAddresses(declared({ '/privacy/:id': { ...page, access: 'flow' } }), things);
    expect(privacy).toMatchObject({ step: 'privacy', access: 'flow' });
    expect(privacy?.path).toMatch(/^\/privacy\/[\w-]{36}$/);
  });

  it('throws for a new route with a parameter that has no value', () => {
    expect(() => pathsOf({ '/new/:id': page })).toThrow('no address with data is known for /new/:id');
  });
});
