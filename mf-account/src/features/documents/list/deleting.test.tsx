import { deleteDocument, deleteDocuments, type GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { beforeLogout } from '@portal/mf-kit/beforeLogout';
import { documentOf, mockDocuments } from '@portal/testing/documents';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { DocumentsScreen } from './DocumentsScreen';

let documents: GuardDocument[];
beforeEach(() => {
  jest.useFakeTimers();
  documents = [documentOf(), documentOf({}, 2), documentOf({}, 3)];
  mockDocuments(() => documents);
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const press = (name: string, role = 'button') => act(async () => void fireEvent.click(screen.getByRole(role, { name })));
async function open() {
  const opened = renderScreen(<DocumentsScreen />, { path: '/guard/documents', route: '/guard/documents' });
  await pass(1);
  return opened;
}
const shown = () =>
  screen.queryAllByRole('button', { name: /^Delete: / }).map((button) => button.getAttribute('aria-label')?.replace('Delete: ', ''));
/** Deletes documents like the server. */
const gone = (ids: readonly string[]) => {
  documents = documents.filter(({ id }) => !ids.includes(id));
  return null;
};
const [first, second] = [documentOf(), documentOf({}, 2)];
const selectTwo = async () => {
  await press('Select Drivers license', 'checkbox');
  await press('Select Permanent resident card', 'checkbox');
  await press('Delete selected (2)');
};

it('[DOCS-29] deletes one by DELETE /guard-document/{id}, 5 seconds after the guard confirmed', async () => {
  const one = mockEndpoint(deleteDocument, ({ id }) => gone([id]));
  const { portal } = await open();
  await press('Delete: Permanent resident card');
  expect(shown()).toEqual(['Drivers license', 'Canadian passport']);
  expect(screen.getByText('Permanent resident card: will be deleted in 5 seconds.')).toHaveAttribute('role', 'status');
  await pass(4900);
  expect(one.calls).toEqual([]);
  await pass(100);
  expect([deleteDocument.method, deleteDocument.path, one.calls]).toEqual(['DELETE', '/guard-document/:id', [{ id: second.id }]]);
  await pass(1);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'The document is deleted.' }]);
  expect(shown()).toEqual(['Drivers license', 'Canadian passport']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('sends each of several deletions, even while an earlier one has no reply', async () => {
  const answers: ((reply: null) => void)[] = [];
  const one = mockEndpoint(deleteDocument, () => new Promise<null>((resolve) => answers.push(resolve)));
  const { portal, unmount } = await open();
  for (const name of ['Drivers license', 'Permanent resident card', 'Canadian passport']) await press(`Delete: ${name}`);
  await pass(1);
  expect(one.calls).toEqual([first, second].map(({ id }) => ({ id })));
  act(() => unmount());
  await pass(1);
  expect(one.calls).toContainEqual({ id: documentOf({}, 3).id });
  expect(portal.writes.at(-1)?.options.durable).toEqual({ what: 'Delete: Canadian passport' });
  await act(async () => {
    for (const answer of answers) answer(null);
  });
});

it('[DOCS-09, DOCS-30] deletes the selected ones by POST /guard-document/delete/multiple with documentIds', async () => {
  const several = mockEndpoint(deleteDocuments, ({ documentIds }) => gone(documentIds));
  await open();
  await selectTwo();
  expect(shown()).toEqual(['Canadian passport']);
  await pass(5000);
  expect([deleteDocuments.method, deleteDocuments.path, several.calls]).toEqual([
    'POST',
    '/guard-document/delete/multiple',
    [{ documentIds: [first.id, second.id] }],
  ]);
  await pass(1);
  expect(shown()).toEqual(['Canadian passport']);
});

it('sends nothing and keeps the rows when the guard presses Undo within 5 seconds', async () => {
  const one = mockEndpoint(deleteDocument, null);
  const { portal } = await open();
  screen.getByRole('button', { name: 'Delete: Drivers license' }).focus();
  await press('Delete: Drivers license');
  // For keyboard users the focus is on Undo.
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await press('Undo');
  expect(shown()).toEqual(['Drivers license', 'Permanent resident card', 'Canadian passport']);
  expect(screen.getByRole('heading', { name: 'Saved documents' })).toHaveFocus();
  expect(portal.announced).toContain('Nothing was deleted.');
  await pass(60_000);
  expect(one.calls).toEqual([]);
});

it.each([
  ['leaving the screen', (leave: () => void) => leave()],
  ['closing the page', () => window.dispatchEvent(new Event('pagehide'))],
  ['logging out', () => window.dispatchEvent(new Event(beforeLogout))],
])('%s sends the deletion immediately and queues it until the reply', async (_how, act_) => {
  const one = mockEndpoint(deleteDocument, ({ id }) => gone([id]));
  const { portal, unmount } = await open();
  await press('Delete: Drivers license');
  act(() => void act_(unmount));
  await pass(1);
  expect(one.calls).toEqual([{ id: first.id }]);
  expect(portal.writes[0]?.options.durable).toEqual({ what: 'Delete: Drivers license' });
  await pass(60_000);
  expect(one.calls).toHaveLength(1);
});

it.each([
  ['leaving the screen', (leave: () => void) => leave()],
  ['closing the page', () => window.dispatchEvent(new Event('pagehide'))],
  ['logging out', () => window.dispatchEvent(new Event(beforeLogout))],
])('%s while a deletion is in flight: queues it under the same key until the reply', async (_how, act_) => {
  const noReply = fails({ code: 0, message: '' });
  let breakOff = (_reply: typeof noReply) => {};
  const isLost = new Promise<typeof noReply>((resolve) => {
    breakOff = resolve;
  });
  const answers = [() => isLost, () => noReply, ({ documentIds }: { documentIds: string[] }) => gone(documentIds)];
  const several = mockEndpoint(deleteDocuments, (input) => answers.shift()?.(input) ?? null);
  const { portal, unmount } = await open();
  await selectTwo();
  await pass(5000);
  act(() => void act_(unmount));
  await pass(1);
  const input = { documentIds: [first.id, second.id] };
  const [key] = several.options.map(({ idempotencyKey }) => idempotencyKey);
  const what = 'Delete: Drivers license, Permanent resident card';
  expect(portal.outbox.current()).toMatchObject([{ key, input, what, state: 'on device' }]);
  await act(async () => breakOff(noReply));
  expect(portal.toasts).toEqual([]);
  portal.outbox.retry(String(key));
  await pass(1);
  expect(portal.outbox.current()).toMatchObject([{ key, state: 'sent' }]);
  expect(several.options.map(({ idempotencyKey }) => idempotencyKey)).toEqual([key, key, key]);
});

it('shows a reply that arrives after the hand-over while the queued copy has none', async () => {
  let reply = (_data: null) => {};
  const isReplied = new Promise<null>((resolve) => {
    reply = resolve;
  });
  const answers = [() => isReplied, () => fails({ code: 0, message: '' })];
  mockEndpoint(deleteDocument, () => answers.shift()?.() ?? null);
  const { portal } = await open();
  await press('Delete: Drivers license');
  await pass(5000);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await pass(1);
  expect(portal.outbox.current()).toMatchObject([{ state: 'on device' }]);
  await act(async () => reply(null));
  expect(portal.toasts).toMatchObject([{ kind: 'success' }]);
});

it('sends nothing while the page is only hidden: the deletion can still be undone', async () => {
  const one = mockEndpoint(deleteDocument, null);
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open();
  await press('Delete: Drivers license');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(1000);
  expect(one.calls).toEqual([]);
  visibility.mockRestore();
  await press('Undo');
  await pass(60_000);
  expect(one.calls).toEqual([]);
});

it('the next deletion sends the previous one', async () => {
  const one = mockEndpoint(deleteDocument, ({ id }) => gone([id]));
  await open();
  await press('Delete: Drivers license');
  await press('Delete: Permanent resident card');
  expect(one.calls).toEqual([{ id: first.id }]);
  expect(shown()).toEqual(['Canadian passport']);
  await pass(5000);
  expect(one.calls).toEqual([{ id: first.id }, { id: second.id }]);
});

it('does not delete a document again that was deleted in another tab', async () => {
  const several = mockEndpoint(deleteDocuments, ({ documentIds }) => gone(documentIds));
  const { portal } = await open();
  await selectTwo();
  documents = documents.slice(1);
  await act(async () => portal.changed('documents'));
  await pass(5000);
  expect(several.calls).toEqual([{ documentIds: [second.id] }]);
});

describe('a delete that does not return 200', () => {
  const refusal = (code: number) => fails({ code, message: 'Not this one.', userMessage: 'Not this one.' });
  const banner = () => screen.queryByRole('alert');

  const codes = [400, 403, 404, 409, 500];

  it.each(codes)(
    '[DOCS-32, DOCS-33, DOCS-35, SHELL-46/1] but %i: shows a toast, and a red banner that hides after 5 seconds',
    async (code) => {
      mockEndpoint(deleteDocument, refusal(code));
      const { portal } = await open();
      await press('Delete: Drivers license');
      await pass(5001);
      expect(portal.toasts).toEqual([{ kind: 'error', text: 'Not this one.' }]);
      expect(banner()).toHaveTextContent('Not this one.');
      expect(banner()).toHaveClass('error');
      expect(shown()).toEqual(['Drivers license', 'Permanent resident card', 'Canadian passport']);
      await pass(4900);
      expect(banner()).toBeVisible();
      await pass(100);
      expect(banner()).toBeNull();
    },
  );

  it.each(codes)(
    '[DOCS-32, DOCS-33, DOCS-34, SHELL-46/4] but %i, of the selected ones: shows a toast, and a red banner that stays until the next action',
    async (code) => {
      mockEndpoint(deleteDocuments, refusal(code));
      const { portal } = await open();
      await selectTwo();
      await pass(5001);
      expect(portal.toasts).toEqual([{ kind: 'error', text: 'Not this one.' }]);
      expect(shown()).toEqual(['Drivers license', 'Permanent resident card', 'Canadian passport']);
      await pass(24 * 3_600_000);
      expect(banner()).toHaveTextContent('Not this one.');
      expect(banner()).toHaveClass('error');
      await press('Delete: Canadian passport');
      expect(within(document.body).queryByText('Not this one.')).toBeNull();
      await press('Undo');
    },
  );
});
