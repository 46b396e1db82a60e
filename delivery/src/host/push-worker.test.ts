import { PUSH_WORKER } from './push-worker';

type Handler = (event: Record<string, unknown>) => void;

/** Runs the worker's text with replacements of the browser's objects. */
function worker(pages: { visibilityState: string }[]) {
  const handlers: Record<string, Handler> = {};
  const told: unknown[] = [];
  const windows = pages.map((page) => ({
    ...page,
    postMessage: (message: unknown) => told.push(message),
    focus: () => told.push('focused'),
  }));
  const notify = jest.fn(async () => undefined);
  const openWindow = jest.fn(async () => undefined);
  const given = {
    addEventListener: (type: string, handler: Handler) => Object.assign(handlers, { [type]: handler }),
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification: notify },
  };
  new Function(...Object.keys(given), PUSH_WORKER)(...Object.values(given));
  const fire = async (type: string, event: Record<string, unknown>) => {
    let work: Promise<unknown> = Promise.resolve();
    handlers[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return { fire, told, notify, openWindow };
}

const notification = { title: 'Job awarded', body: 'Gate watch is yours.' };
const message = { data: { json: () => ({ from: '1', notification }) } };

it('[SHELL-35, SHELL-36] sends title and body to the visible page', async () => {
  const { fire, told, notify } = worker([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }]);
  await fire('push', message);
  expect(told).toEqual([{ push: { title: 'Job awarded', body: 'Gate watch is yours.' } }]);
  expect(notify).not.toHaveBeenCalled();
});

it('[SHELL-36] shows title and body as a notification of the device when no page is visible', async () => {
  const { fire, told, notify } = worker([{ visibilityState: 'hidden' }]);
  await fire('push', message);
  expect(notify).toHaveBeenCalledWith('Job awarded', expect.objectContaining({ body: 'Gate watch is yours.' }));
  expect(told).toEqual([]);
});

it('ignores a message without a notification', async () => {
  const { fire, notify } = worker([]);
  await fire('push', { data: null });
  expect(notify).not.toHaveBeenCalled();
});

it.each([
  ['an open page forward', [{ visibilityState: 'hidden' }], ['focused'], 0],
  ['the portal up', [], [], 1],
])('a pressed notification brings %s', async (_what, pages, said, opened) => {
  const { fire, told, openWindow } = worker(pages);
  const close = jest.fn();
  await fire('notificationclick', { notification: { close } });
  expect([told, openWindow.mock.calls.length, close.mock.calls.length]).toEqual([said, opened, 1]);
});

it.each([
  ['/ticketDetail/5', '/ticketDetail/5', ['focused', { open: '/ticketDetail/5' }]],
  ['//elsewhere.example', '/', ['focused']],
  ['https://elsewhere.example', '/', ['focused']],
  [undefined, '/', ['focused']],
])('a pressed notification that leads to %s opens %s', async (to, path, said) => {
  const closed = worker([]);
  await closed.fire('push', { data: { json: () => ({ notification, data: { id: 'n1', to } }) } });
  const options = closed.notify.mock.calls[0]?.at(1) as unknown as { data: object; tag: string };
  expect(options).toMatchObject({ tag: 'n1', data: { to } });
  const pressed = { notification: { close: () => undefined, data: options.data } };
  await closed.fire('notificationclick', pressed);
  expect(closed.openWindow.mock.calls).toEqual([[path]]);
  const open = worker([{ visibilityState: 'hidden' }]);
  await open.fire('notificationclick', pressed);
  expect([open.told, open.openWindow.mock.calls]).toEqual([said, []]);
});

it('sends the page the id of the news, so that it is not shown twice', async () => {
  const { fire, told } = worker([{ visibilityState: 'visible' }]);
  await fire('push', { data: { json: () => ({ notification, data: { id: 'n1' } }) } });
  expect(told).toEqual([{ push: { ...notification, id: 'n1' } }]);
});
