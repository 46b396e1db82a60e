import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import type { RouteDeclaration } from '@portal/mf-kit/module';
import { type Declared, places } from './routes';

const page: RouteDeclaration = { access: 'guard', chrome: 'guard', title: 'A page' };
const job = { jobId: 'job', shiftId: 'shift' };
const things = { ticket: 'a-ticket', injury: 'an-injury', document: 'a-document', room: 'a-room', open: job, held: job };

const declared = (routes: Record<string, RouteDeclaration>): Declared => ({ 'mf-jobs': { routes: {} }, 'mf-communication': { routes } });
const pathsOf = (routes: Record<string, RouteDeclaration>) => places(declared(routes), things).map(({ path }) => path);

describe('the routes that the bench looks at', () => {
  it('are all that are built, with their module and who may open them', () => {
    expect(places(declared({ '/chat': page }), things)).toEqual([
      { module: 'mf-communication', pattern: '/chat', path: '/chat?room=a-room', access: 'guard' },
    ]);
    expect(pathsOf({ '/soon': { ...page, built: false }, '*': page })).toEqual([]);
  });

  it('lead to a thing of the demo guard where they have a key, to a page of theirs where they have pages', () => {
    expect(pathsOf({ [ticketsPaths.detail.pattern]: page })).toEqual(['/ticketDetail/a-ticket']);
    expect(pathsOf({ '/our-speciality/:type': { ...page, pages: { '/our-speciality/bank': { title: 'Bank' } } } })).toEqual([
      '/our-speciality/bank',
    ]);
  });

  it('steps of the onboarding are opened by the guard who stands there', () => {
    const [privacy] = places(declared({ '/privacy/:id': { ...page, access: 'flow' } }), things);
    expect(privacy).toMatchObject({ step: 'privacy', access: 'flow' });
    expect(privacy?.path).toMatch(/^\/privacy\/[\w-]{36}$/);
  });

  it('a new route with a key that nobody has filled is not left out by silence', () => {
    expect(() => pathsOf({ '/new/:id': page })).toThrow('no address with data is known for /new/:id');
  });
});
