import { cookie, local, setCookie, tab } from './storage';

const refused = () => {
  throw new DOMException('denied', 'SecurityError');
};

// In a block of its own: what is refused is given back before the house clears the storages.
describe('what a browser keeps', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    local.clear();
  });

  it('keeps on the device what the browser takes', () => {
    local.setItem('token', 'abc');
    tab.setItem('once', '1');
    setCookie('theme', 'dark blue');
    expect([window.localStorage.getItem('token'), window.sessionStorage.getItem('once'), cookie('theme')]).toEqual([
      'abc',
      '1',
      'dark blue',
    ]);
    expect([local.isPersisted('token'), local.isPersisted('other')]).toEqual([true, false]);
    setCookie('theme', '', 0);
    expect(cookie('theme')).toBeNull();
  });

  it('keeps in memory what a browser that blocks storage refuses, and forgets it when told to', () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(refused);
    jest.spyOn(document, 'cookie', 'get').mockImplementation(refused);
    jest.spyOn(document, 'cookie', 'set').mockImplementation(refused);
    local.setItem('token', 'abc');
    setCookie('token', 'abc');
    expect([local.getItem('token'), local.isPersisted('token'), cookie('token')]).toEqual(['abc', false, null]);
    local.removeItem('token');
    expect(local.getItem('token')).toBeNull();
    local.setItem('guardId', 'ada');
    local.clear();
    expect(local.getItem('guardId')).toBeNull();
  });

  it('takes the newest word of what there is no room for any more', () => {
    local.setItem('guardInfo', 'old');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    local.setItem('guardInfo', 'new');
    expect(local.getItem('guardInfo')).toBe('new');
  });
});
