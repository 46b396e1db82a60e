import { logout } from '@portal/contracts/auth/auth.endpoints';
import type { Portal, WriteResult } from '@portal/mf-kit/portal';
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import { createPortalHandle } from '@portal/mf-kit/portalHandle';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { createUnsavedInput } from '../navigation/unsavedInput';
import { createNotices } from '../notices/notices';
import { createDataChanges } from '../realtime/dataChanges';

function open(visitor: ReturnType<typeof guard> | null = guard()) {
  const fake = fakePortal(visitor);
  const notices = createNotices();
  const unsaved = createUnsavedInput();
  const changes = createDataChanges();
  const sent: { guardId: string | null; answer: (result: WriteResult<unknown>) => void; takesRefusal: (() => boolean) | undefined }[] = [];
  const writeAs: PagePortal['writeAs'] = (guardId, _endpoint, _input, options) =>
    new Promise((resolve) => {
      sent.push({ guardId, answer: resolve as (result: WriteResult<unknown>) => void, takesRefusal: options?.durable?.takesRefusal });
    });
  const { register: dirty } = unsaved;
  const { onChanged } = changes;
  const page: PagePortal = { ...fake, confirm: notices.confirm, dirty, onChanged, writeAs };
  return { fake, notices, unsaved, changes, sent, page, ...createPortalHandle(page) };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const question = { title: 'Sure?', body: '', confirm: 'Yes', cancel: 'No' };

it('forwards calls to the page while its mount is shown', async () => {
  const { portal, fake, unsaved, changes, notices } = open();
  const read = jest.fn();
  portal.onChanged('jobs', read);
  const clean = portal.dirty('your message');
  portal.navigate('/chat');
  portal.toast('info', 'Hello');
  portal.announce('Read this');
  portal.title('Chats');
  changes.invalidate('jobs');
  expect([fake.navigations.length, fake.toasts.length, fake.announced, fake.titles]).toEqual([1, 1, ['Read this'], ['Chats']]);
  expect([read.mock.calls.length, unsaved.names()]).toEqual([1, 'your message']);
  clean();
  expect(unsaved.isDirty()).toBe(false);
  const answer = portal.confirm(question);
  await settled();
  notices.asked.get()?.answer(true);
  expect(await answer).toBe(true);
});

it('releases unsaved input, listeners and the open question when the guard leaves the mount', async () => {
  const { portal, leave, unsaved, changes, notices } = open();
  const read = jest.fn();
  portal.dirty('your message');
  portal.onChanged('jobs', read);
  const answer = portal.confirm(question);
  const next = notices.confirm({ ...question, title: 'The page asks' });
  await settled();
  leave();
  changes.invalidate('jobs');
  expect([unsaved.isDirty(), read.mock.calls.length, await answer]).toEqual([false, 0, false]);
  await settled();
  expect(notices.asked.get()?.title).toBe('The page asks');
  notices.asked.get()?.answer(true);
  expect(await next).toBe(true);
});

it.each(['leave', 'end'] as const)('ignores calls from timers of a mount after %s', async (method) => {
  const handle = open();
  const { portal, fake, unsaved, notices } = handle;
  const before = { ...portal };
  handle[method]();
  before.navigate('/chat');
  before.toast('info', 'Hello');
  before.announce('Read this');
  before.title('Chats');
  before.dirty('your message');
  before.session.begin({ guard: guard(), tokens: { refresh: { token: 'x' } } });
  expect([fake.navigations, fake.toasts, fake.announced, fake.titles, fake.began]).toEqual([[], [], [], [], []]);
  expect([unsaved.isDirty(), await before.confirm(question), notices.asked.get()]).toEqual([false, false, null]);
});

it('accepts writes between leaving and the end, and lists their refusals in the outbox', async () => {
  const { portal, leave, end, sent } = open();
  leave();
  const last = portal.write(logout, {}, { durable: { what: 'Delete: Other', takesRefusal: () => true } });
  end();
  expect([sent.length, sent[0]?.guardId, sent[0]?.takesRefusal?.()]).toEqual([1, guard().id, false]);
  sent[0]?.answer({ ok: true, message: 'Deleted', data: null, at: '' });
  expect(await last).toMatchObject({ ok: true, message: 'Deleted' });
});

it('refuses writes after the end', async () => {
  const { portal, end, sent } = open();
  end();
  expect(await portal.write(logout, {}, { durable: { what: 'Leave' } })).toMatchObject({
    ok: false,
    error: { userMessage: 'You left this page before it was sent.' },
  });
  expect(sent).toEqual([]);
});

it('returns the reply to a write that was sent before leaving, and lists its refusal in the outbox', async () => {
  const { portal, leave, sent } = open();
  const result = portal.write(logout, {}, { durable: { what: 'Leave', takesRefusal: () => true } });
  expect(sent[0]?.takesRefusal?.()).toBe(true);
  leave();
  expect(sent[0]?.takesRefusal?.()).toBe(false);
  sent[0]?.answer({ ok: true, message: 'Received', data: null, at: '' });
  expect(await result).toMatchObject({ ok: true, message: 'Received' });
});

it('sends writes as the guard for whom it was opened, and without an owner if there was no session', () => {
  const { portal, sent } = open(guard());
  void portal.write(logout, {});
  const visitor = open(null);
  void visitor.portal.write(logout, {});
  expect([sent[0]?.guardId, visitor.sent[0]?.guardId]).toEqual([guard().id, null]);
});

it("does not accept the page's own portal as the portal of a remote", () => {
  const { page } = open();
  // @ts-expect-error: only a handle has `write`
  const leaked: Portal = { ...(page as PagePortal) };
  expect(leaked.navigate).toBe(page.navigate);
});

it('keeps an SOS active after the guard leaves its mount, which cannot end it', () => {
  const { portal, leave, fake } = open();
  portal.emergency?.(true);
  leave();
  portal.emergency?.(false);
  expect(fake.emergencies).toEqual([true]);
});
