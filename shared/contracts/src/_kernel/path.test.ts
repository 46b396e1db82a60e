import { isOwnPath, path } from './path';

describe('path', () => {
  it('builds links without keys, with and without a query', () => {
    const search = path('/search-job');
    expect(search()).toBe('/search-job');
    expect(search({ page: 2, searchBy: undefined, sortBy: 'asc' })).toBe('/search-job?page=2&sortBy=asc');
    expect(search.pattern).toBe('/search-job');
  });

  it('fills keys and escapes them', () => {
    expect(path('/ticketDetail/:id')({ id: 'a/b' })).toBe('/ticketDetail/a%2Fb');
    expect(path('/work-profile/:id')({ id: '1' }, { isShow: 'with_login' })).toBe('/work-profile/1?isShow=with_login');
  });
});

it.each([
  ['/', true],
  ['/ticketDetail/1?tab=2#x', true],
  ['', false],
  ['ticketDetail', false],
  ['//elsewhere.example', false],
  ['/\\elsewhere.example', false],
  ['/\t/elsewhere.example', false],
  ['/a\\b', false],
  ['https://elsewhere.example', false],
  ['javascript:alert(1)', false],
])('reports whether %j is a path of the portal: %s', (to, isOwn) => expect(isOwnPath(to)).toBe(isOwn));
