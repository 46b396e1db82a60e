import { cookie, local, setCookie, tab } from './storage';

const refused = () => {
  throw new DOMException('denied', 'SecurityError');
};

// Inside a `describe`, its mocks are restored before the global hooks clear the storages.
describe('browser storage', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    local.clear();
  });

  it('persists on the device when the browser allows it', () => {
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

  it('parses a JSON text, and returns null without a text and for another one', () => {
    local.setItem('job', '{"id":7}');
    local.setItem('torn', '{"id":');
    expect(['job', 'torn', 'none'].map((key) => local.getJson(key))).toEqual([{ id: 7 }, null, null]);
  });

  it('keeps values in memory when a browser blocks storage, and forgets removed ones', () => {
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

  it('returns the newest value when the storage is full', () => {
    local.setItem('guardInfo', 'old');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    local.setItem('guardInfo', 'new');
    expect(local.getItem('guardInfo')).toBe('new');
  });
});
