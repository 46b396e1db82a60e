import { DEVICE_TIME_HEADER, parseDeviceTime } from '@portal/contracts/_kernel/deviceTime';
import { createTimedDevice } from './timeRecord.fixture';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NINE = Date.parse('2027-03-14T09:00:00Z');

function open() {
  const device = createTimedDevice('2027-03-14T09:00:00Z');
  const page = device.openPage();
  page.contact();
  page.tick();
  return { device, page };
}
type Page = ReturnType<typeof open>['page'];

/** The bounds of an act, in seconds after 9:00, if its request arrives now. */
function boundsOf(page: Page, act: ReturnType<Page['actTime']>, arrives: number) {
  if (!act) throw new Error('No server time is known');
  const sent = parseDeviceTime(page.headerOf(act)[DEVICE_TIME_HEADER]);
  if (!sent) throw new Error('The header is not readable');
  const seconds = (ms: number) => Math.round((ms - NINE) / SECOND);
  return [seconds(sent.earliest), seconds(arrives - sent.waited)];
}

it('proves the exact time of an act with a wrong clock, on the page that had the server’s time', () => {
  const { device, page } = open();
  device.pass(HOUR);
  device.state.clockError = -5 * HOUR;
  const act = page.actTime();
  device.pass(HOUR);
  expect(boundsOf(page, act, device.state.true)).toEqual([3600, 3600]);
});

it('[TRUTH-02] stores the running time every ten seconds, so a killed page loses at most that and the time until the next page', () => {
  const { device, page } = open();
  for (let ticks = 0; ticks < 6; ticks++) {
    device.pass(10 * SECOND);
    page.tick();
  }
  device.pass(9 * SECOND); // killed here
  device.pass(30 * SECOND, true);
  const next = device.openPage();
  next.tick();
  device.pass(MINUTE);
  const act = next.actTime();
  device.pass(MINUTE);
  next.contact();
  const made = 60 + 9 + 30 + 60;
  expect(boundsOf(next, act, device.state.true)).toEqual([made - 39, made]);
});

it('[TRUTH-02] counts sleep as unknown time, so the true time stays within the bounds', () => {
  const { device, page } = open();
  const before = page.actTime();
  device.pass(HOUR, true);
  const after = page.actTime();
  page.contact();
  expect([before, after].map((act) => boundsOf(page, act, device.state.true))).toEqual([
    [0, 3600],
    [0, 3600],
  ]);
});

it('measures the time that an act waited also on a later page', () => {
  const { device, page } = open();
  const act = page.actTime();
  device.pass(HOUR);
  page.tick();
  const next = device.openPage();
  next.tick();
  device.pass(HOUR);
  expect(boundsOf(next, act, device.state.true)).toEqual([0, 1]);
});

it('never counts the running time of two open pages twice', () => {
  const { device, page } = open();
  const other = device.openPage(() => false);
  const act = page.actTime();
  for (let ticks = 0; ticks < 60; ticks++) {
    device.pass(MINUTE);
    page.tick();
    other.tick();
  }
  const late = other.actTime();
  expect(boundsOf(other, late, device.state.true)).toEqual([3600, 3600]);
  expect(boundsOf(page, act, device.state.true)).toEqual([0, 0]);
});

it('a page that was frozen proves no time that another page has proven since', () => {
  const { device, page } = open();
  device.pass(HOUR);
  const other = device.openPage();
  const act = other.actTime();
  expect(boundsOf(page, act, device.state.true)).toEqual([0, 3600]);
});

it('[TRUTH-04] gives no act an earlier estimate than the act before it, until the next server time', () => {
  const { device, page } = open();
  const estimate = () => ((page.actTime()?.estimate ?? 0) - NINE) / SECOND;
  expect(estimate()).toBe(0);
  device.state.clockError = 2 * HOUR;
  expect(estimate()).toBe(7200);
  device.state.clockError = -2 * HOUR;
  device.pass(10 * SECOND);
  expect(Math.round(estimate())).toBe(7210);
  page.contact();
  expect(Math.round(estimate())).toBe(10);
});

it('knows no time before the first contact, and stores nothing without a session', () => {
  const device = createTimedDevice('2027-03-14T09:00:00Z');
  const page = device.openPage();
  page.tick();
  expect([page.actTime(), page.isExact(), device.stored()]).toEqual([null, false, null]);
  device.state.isSignedIn = false;
  page.contact();
  page.tick();
  expect(device.stored()).toBeNull();
});

it.each([
  ['sleep', 0],
  ['a clock that was set', -HOUR],
])('[TRUTH-04] reports %s once, and the clock is not exact until the next contact', (_what, clockError) => {
  const { device, page } = open();
  device.pass(10 * SECOND);
  page.tick();
  expect([page.jumps.length, page.isExact()]).toEqual([0, true]);
  device.state.clockError = clockError;
  device.pass(5 * MINUTE, true);
  page.tick();
  page.tick();
  expect([page.jumps.length, page.isExact()]).toEqual([1, false]);
  page.contact();
  expect(page.isExact()).toBe(true);
});

describe('with a right clock', () => {
  /** The stated instant of an act and its true one, in seconds after 9:00. */
  function statedBy(sender: Page, act: ReturnType<Page['actTime']>, made: number) {
    const sent = act && parseDeviceTime(sender.headerOf(act)[DEVICE_TIME_HEADER]);
    return [sent?.estimate ?? 0, made].map((ms) => Math.round((ms - NINE) / SECOND));
  }

  it('[TRUTH-01] keeps the time of an act directly after the device wakes, although a contact came just before it slept', () => {
    const { device, page } = open();
    device.pass(30 * SECOND);
    page.tick();
    page.contact();
    device.pass(3 * SECOND);
    device.pass(HOUR, true);
    device.pass(2 * SECOND);
    const act = page.actTime();
    const [stated, made] = statedBy(page, act, device.state.true);
    expect(stated).toBe(made);
  });

  it('keeps the time of an act after sleep on a page that did not see the last contact', () => {
    const { device, page } = open();
    const other = device.openPage();
    device.pass(MINUTE);
    other.contact();
    device.pass(HOUR, true);
    const made = device.state.true;
    const act = page.actTime();
    device.pass(SECOND);
    const [stated, real] = statedBy(page, act, made);
    expect(stated).toBe(real);
  });

  it('keeps the time of an act that another page with an older last contact sends', () => {
    const { device, page } = open();
    const sender = device.openPage(() => false);
    sender.contact();
    sender.tick();
    device.pass(10 * SECOND);
    page.tick();
    device.pass(HOUR, true);
    device.pass(10 * SECOND);
    page.tick();
    const made = device.state.true;
    const act = page.actTime();
    device.pass(SECOND);
    const [stated, real] = statedBy(sender, act, made);
    expect(stated).toBe(real);
  });

  it('keeps the time of an act after sleep on a page with a contact from before the outbox was loaded', () => {
    const { device, page } = open();
    const act = page.actTime();
    device.pass(HOUR, true);
    const made = device.state.true;
    const next = device.openPage();
    next.contactBeforeStart();
    next.tick();
    device.pass(HOUR, true);
    const later = next.actTime();
    const [stated, real] = statedBy(next, later, made + HOUR);
    expect([stated, real]).toEqual([7200, 7200]);
    expect(statedBy(next, act, NINE)).toEqual([0, 0]);
  });
});

it('moves an act of a fast clock to the latest time that a later contact allows', () => {
  const { device, page } = open();
  device.state.clockError = 5 * HOUR;
  device.pass(MINUTE);
  const act = page.actTime();
  device.pass(MINUTE);
  page.contact();
  device.pass(MINUTE);
  const sent = act && parseDeviceTime(page.headerOf(act)[DEVICE_TIME_HEADER]);
  expect(Math.round(((sent?.estimate ?? 0) - NINE) / SECOND)).toBe(60);
});

it('notices many short sleeps, and sleep before an act', () => {
  const { device, page } = open();
  for (let sleeps = 0; sleeps < 6; sleeps++) {
    device.pass(25 * SECOND, true);
    device.pass(10 * SECOND);
    page.tick();
  }
  expect([page.isExact(), page.jumps.length]).toEqual([false, 3]);
  page.contact();
  page.tick();
  expect([page.isExact(), page.jumps.length]).toEqual([true, 3]);
  device.pass(HOUR, true);
  page.actTime();
  expect(page.jumps.length).toBe(4);
});
