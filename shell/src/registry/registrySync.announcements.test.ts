import type { Registry } from '@portal/mf-kit/module';
import { Channel, forgetTabs, pretendTabs } from '@portal/testing/tabs';
import { FakeEventSource, goOnline, keyless, openPage, replyOf, revision } from './registrySync.fixture';

describe('the event stream', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('is opened again with growing pauses after a reply that is no stream, and the page polls until then', async () => {
    const { fetchCount } = openPage(keyless, replyOf(revision(1)));
    await pass(0);
    const before = fetchCount();
    FakeEventSource.all[0]?.become(2, 'error');
    await pass(2000);
    expect(FakeEventSource.all).toHaveLength(2);
    FakeEventSource.all[1]?.become(2, 'error');
    await pass(1900);
    expect(FakeEventSource.all).toHaveLength(2);
    await pass(2100);
    expect(FakeEventSource.all).toHaveLength(3);
    await pass(15_000);
    expect(fetchCount()).toBe(before + 1);
    FakeEventSource.all[2]?.become(1, 'open');
    await pass(90_000);
    expect([FakeEventSource.all.length, fetchCount()]).toEqual([3, before + 1]);
  });

  it('is reopened by the browser after a lost connection', async () => {
    openPage(keyless, replyOf(revision(1)));
    FakeEventSource.all[0]?.become(0, 'error');
    await pass(120_000);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('is replaced by polling while it does not open', async () => {
    const { fetchCount } = openPage(keyless, replyOf(revision(1)));
    await pass(0);
    const before = fetchCount();
    await pass(60_000);
    expect(fetchCount()).toBe(before + 4);
  });

  it('is reopened when no heartbeat follows, and the page polls until then', async () => {
    const { fetchCount } = openPage(keyless, replyOf(revision(1)));
    FakeEventSource.all[0]?.become(1, 'open');
    FakeEventSource.all[0]?.emit(1);
    await pass(120_000);
    FakeEventSource.all[0]?.emit(1, { nextMs: 15_000 });
    await pass(30_000);
    FakeEventSource.all[0]?.emit(1, { nextMs: 15_000 });
    await pass(30_000);
    expect(FakeEventSource.all).toHaveLength(1);
    const before = fetchCount();
    await pass(22_500);
    expect([FakeEventSource.all.length, FakeEventSource.all[0]?.readyState]).toEqual([2, 2]);
    expect(fetchCount()).toBeGreaterThan(before);
  });

  it('uses the latest announced time of the next message', async () => {
    openPage(keyless, replyOf(revision(1)));
    FakeEventSource.all[0]?.become(1, 'open');
    FakeEventSource.all[0]?.emit(1, { nextMs: 15_000 });
    FakeEventSource.all[0]?.become(0, 'error');
    FakeEventSource.all[0]?.become(1, 'open');
    await pass(100_000);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('ends with its polling when another tab becomes the leader, and starts again with the lead', async () => {
    const { leads, fetchCount } = openPage(keyless, replyOf(revision(1)));
    FakeEventSource.all[0]?.become(2, 'error');
    await pass(0);
    const before = fetchCount();
    leads.set(false);
    await pass(120_000);
    expect([FakeEventSource.all.length, FakeEventSource.all[0]?.readyState, fetchCount()]).toEqual([1, 2, before]);
    leads.set(true);
    expect(FakeEventSource.all).toHaveLength(2);
  });
});

describe('an announced revision', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    forgetTabs();
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  function openAt1() {
    const page = openPage(keyless, replyOf(revision(1)));
    FakeEventSource.all[0]?.become(1, 'open');
    return page;
  }
  /** Announces revision 2. The first `times` requests get `reply`. */
  async function announce(page: ReturnType<typeof openAt1>, reply: () => Promise<unknown>, times: number) {
    await pass(0);
    page.serve(replyOf(revision(2)));
    for (let count = 0; count < times; count++) jest.mocked(globalThis.fetch).mockImplementationOnce(reply as never);
    FakeEventSource.all[0]?.emit(2);
    await pass(0);
    expect(page.registry.current().revision).toBe(1);
  }

  it.each([
    ['the request fails', lost],
    ['the portal host has no store', async () => ({ ok: false, status: 502 })],
    ['the reply is no JSON', async () => ({ ok: true, json: () => Promise.reject(new SyntaxError('Unexpected token <')) })],
    ['the portal host lags behind', async () => replyOf(revision(1))],
  ])('is fetched again with growing pauses when %s', async (_what, reply) => {
    const page = openAt1();
    const { registry, fetchCount } = page;
    await announce(page, reply, 4);
    await pass(16_000);
    expect(registry.current().revision).toBe(2);
    const before = fetchCount();
    await pass(120_000);
    expect(fetchCount()).toBe(before);
  });

  it('is not fetched again after it was rejected', async () => {
    const page = openAt1();
    const { refused, fetchCount } = page;
    await announce(page, async () => replyOf({ ...revision(2), candidate: 'mine' } as unknown as Registry), 9);
    const before = fetchCount();
    await pass(120_000);
    FakeEventSource.all[0]?.emit(2);
    await pass(0);
    expect([refused, fetchCount()]).toEqual([['revision 2 is a candidate'], before]);
  });

  it('is found every five minutes in a visible page if the stream missed it', async () => {
    const page = openAt1();
    await pass(0);
    page.serve(replyOf(revision(2)));
    const visible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(10 * 60_000);
    expect(page.registry.current().revision).toBe(1);
    visible.mockRestore();
    await pass(5 * 60_000);
    expect(page.registry.current().revision).toBe(2);
  });

  it('is broadcast each time it is announced or found, because a tab may have missed it', async () => {
    pretendTabs();
    const first = openAt1();
    const [stream] = FakeEventSource.all;
    const second = openAt1();
    second.leads.set(false);
    await pass(0);
    first.serve(replyOf(revision(2)));
    const [, missing] = Channel.all;
    if (missing) missing.isFrozen = true;
    stream?.emit(2);
    await pass(0);
    expect([first.registry.current().revision, second.registry.current().revision]).toEqual([2, 1]);
    if (missing) missing.isFrozen = false;
    stream?.emit(2);
    await pass(0);
    expect(second.registry.current().revision).toBe(2);

    const received: unknown[] = [];
    new Channel().addEventListener('message', (event) => received.push((event as MessageEvent).data));
    first.serve(replyOf(revision(3)));
    goOnline();
    await pass(0);
    expect(received).toContain(3);
  });

  it('is fetched when a tab with an older shell broadcasts no number', async () => {
    pretendTabs();
    const page = openAt1();
    page.leads.set(false);
    await pass(0);
    page.serve(replyOf(revision(2)));
    new Channel().postMessage('revision');
    await pass(0);
    expect(page.registry.current().revision).toBe(2);
  });
});
