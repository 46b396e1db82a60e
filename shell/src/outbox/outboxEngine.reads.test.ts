/** @jest-environment node */
import 'fake-indexeddb/auto';
import { act, createDevice, deleteDatabase, flushTasks, options, refusal, waitUntil } from './outbox.fixture';

afterEach(deleteDatabase);

/** Tabs that have read the device. From then on their reads and writes are counted. */
async function openTabs(count: number) {
  const device = createDevice();
  const tabs = Array.from({ length: count }, () => device.tab());
  for (const { queue } of tabs) await queue.read();
  for (const { access } of tabs) Object.assign(access, { reads: 0, writes: 0 });
  return { device, tabs };
}

// Before the state machine the counts were 5 and 5 reads; 3 at the start of a page.
it.each([
  ['is sent', null, 'sent'],
  ['gets no reply', refusal(0), 'on device'],
])(
  'reads the device once in the tab that adds and sends an entry, and three times in another tab, when it %s',
  async (_what, reply, state) => {
    const { device, tabs } = await openTabs(2);
    device.answers(() => reply);
    void tabs[0]?.queue.add(act, {}, options('one'));
    await waitUntil(() => device.tried.length === 1 && tabs.every((tab) => tab.now()[0] === `one: ${state}`));
    await flushTasks();
    expect(tabs.map(({ access }) => access)).toEqual([
      { reads: 1, writes: 2 },
      { reads: 3, writes: 0 },
    ]);
  },
);

it('reads the device twice at the start of a page', async () => {
  const { device } = await openTabs(0);
  const { queue, access } = device.tab();
  await queue.read();
  await queue.sendNow();
  expect(access).toEqual({ reads: 2, writes: 0 });
});

it('does not read the device for the progress of an upload', async () => {
  const { device, tabs } = await openTabs(2);
  device.answers((_tried, { onProgress }) => {
    for (let percent = 1; percent <= 100; percent++) onProgress?.(percent / 100);
    return null;
  });
  await tabs[0]?.queue.add(act, new File(['photo'], 'a.jpg'), options('one'));
  await flushTasks();
  expect(tabs.map(({ access }) => access.reads)).toEqual([1, 3]);
});
