import { addDocument, deleteDocument, documentDetail, listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { chooseDocument, documentField, documentOf, documentPicture, mockDocuments } from '@portal/testing/documents';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { act, screen, waitFor, within } from '@testing-library/react';
import { EditDocumentScreen } from './EditDocumentScreen';

jest.mock('@portal/ui/shrinkImage');

const stored = documentOf();
const documents = [stored, documentOf({}, 2)];
beforeEach(() => {
  mockDocuments(() => documents);
  mockEndpoint(documentDetail, stored);
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file }));
});

async function fill(number = '777', type = 'Drivers license') {
  const opened = renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Replace document' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Replace document' }));
  await user.selectOptions(dialog.getByLabelText('Document type'), type);
  await user.type(dialog.getByLabelText('Document number'), number);
  await user.type(dialog.getByLabelText('Expiry date'), '01062030');
  await chooseDocument(documentPicture('new.jpg'));
  const submit = () => user.click(dialog.getByRole('button', { name: 'Replace document' }));
  await submit();
  return { ...opened, dialog, submit };
}

it('[DOCS-38/3] stands beside the number, before the expiry date', async () => {
  renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  const button = await screen.findByRole('button', { name: 'Replace document' });
  const isAfter = (label: string) => Boolean(documentField(label).compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([isAfter('Document number'), isAfter('Expiry date'), isAfter('Document type')]).toEqual([true, false, true]);
});

it('[DOCS-38/3] deletes and adds, the new file held until the delete succeeded', async () => {
  const order: string[] = [];
  let answer: (reply: null) => void = () => undefined;
  const remove = mockEndpoint(deleteDocument, () => {
    order.push('delete');
    return new Promise<null>((resolve) => {
      answer = resolve;
    });
  });
  const add = mockEndpoint(addDocument, () => {
    order.push('add');
    return null;
  });
  const { portal } = await fill();
  await waitFor(() => expect(order).toEqual(['delete']));
  expect(add.calls).toEqual([]);
  answer(null);
  await waitFor(() => expect(portal.navigations).toMatchObject([{ to: '/guard/documents' }]));
  expect([order, remove.calls]).toEqual([['delete', 'add'], [{ id: stored.id }]]);
  expect(portal.questions).toEqual([]);
  expect(add.calls).toMatchObject([{ documentNumber: '777', expiryDate: '2030-06-01', file: expect.any(File) }]);
  expect(portal.writes.at(-1)?.options.durable).toMatchObject({ what: 'Document: Drivers license' });
});

it('[DOCS-38/3] when the delete fails nothing is added, and the file is still there', async () => {
  const add = mockEndpoint(addDocument, null);
  mockEndpoint(deleteDocument, fails({ code: 503, message: 'Not now.' }));
  const { dialog } = await fill();
  expect(await dialog.findByText('Not now.')).toBeVisible();
  expect(dialog.getByText('new.jpg')).toBeVisible();
  expect(add.calls).toEqual([]);
});

it('what is refused after the delete stays in the form, and is added by the next try without another delete', async () => {
  const remove = mockEndpoint(deleteDocument, null);
  mockEndpoint(addDocument, fails({ code: 409, message: 'Max 4 documents allowed' }));
  const { dialog, submit, portal } = await fill();
  expect(await dialog.findByText('Max 4 documents allowed')).toBeVisible();
  expect(dialog.getByText('new.jpg')).toBeVisible();
  mockEndpoint(addDocument, null);
  await submit();
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(remove.calls).toHaveLength(1);
});

it('without a signal the new document waits on the device', async () => {
  mockEndpoint(deleteDocument, null);
  mockEndpoint(addDocument, fails({ code: 0, message: '' }));
  const { portal } = await fill();
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(portal.toasts).toMatchObject([{ kind: 'info', text: expect.stringContaining('waits on this device') }]);
  expect(portal.outbox.current()).toMatchObject([{ endpointId: 'documents.add', state: 'on device' }]);
});

it.each([
  ['a type', '777', 'Permanent resident card', 'Same type of identification proof is already saved'],
  ['a number', '100002', 'Drivers license', 'Same document no is already saved'],
])('%s of another document is refused before anything is deleted', async (_what, number, type, message) => {
  const remove = mockEndpoint(deleteDocument, null);
  const { dialog } = await fill(number, type);
  expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
  expect(remove.calls).toEqual([]);
});

const unread = 'Your other documents could not be read yet, so nothing was deleted. Please try again in a moment.';

it('nothing is deleted before the other documents are read', async () => {
  let answer: () => void = () => undefined;
  mockEndpoint(
    listDocuments,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ docs: documents, total: documents.length });
      }),
  );
  const remove = mockEndpoint(deleteDocument, null);
  const { dialog, submit } = await fill('777', 'Permanent resident card');
  expect(await dialog.findByText(unread)).toBeVisible();
  await act(async () => answer());
  await submit();
  expect((await dialog.findAllByText('Same type of identification proof is already saved')).length).toBeGreaterThan(0);
  expect([dialog.queryByText(unread), remove.calls]).toEqual([null, []]);
});

it('nothing is deleted when the other documents cannot be read; the next try reads them again', async () => {
  mockEndpoint(listDocuments, fails({ code: 400, message: 'The list is broken.' }));
  const remove = mockEndpoint(deleteDocument, null);
  const add = mockEndpoint(addDocument, null);
  const { dialog, submit } = await fill();
  expect(await dialog.findByText(unread)).toBeVisible();
  expect([remove.calls, add.calls]).toEqual([[], []]);
  const list = mockDocuments(() => documents);
  await submit();
  await waitFor(() => expect(list.calls).toHaveLength(1));
  await submit();
  await waitFor(() => expect(add.calls).toHaveLength(1));
  expect(remove.calls).toEqual([{ id: stored.id }]);
});

it('what was typed before stays, whether it is replaced or not', async () => {
  const { user } = renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  const expiry = await screen.findByLabelText('Expiry date');
  await user.clear(expiry);
  await user.type(expiry, '01062031');
  await user.click(screen.getByRole('button', { name: 'Replace document' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Expiry date')).toHaveValue('01/06/2031');
});

it('deleted in another tab, what was typed stays and is added as a new document', async () => {
  const remove = mockEndpoint(deleteDocument, null);
  const add = mockEndpoint(addDocument, null);
  const { user, portal } = renderScreen(<EditDocumentScreen />, {
    path: `/guard/documents/${stored.id}`,
    route: '/guard/documents/:id',
  });
  const number = await screen.findByLabelText('Document number');
  await user.clear(number);
  await user.type(number, '123456789012345');
  await chooseDocument(documentPicture('new.jpg'));
  await screen.findByText('new.jpg');
  mockEndpoint(documentDetail, fails({ code: 404, message: 'There is no such document.' }));
  act(() => portal.changed('documents'));
  expect(
    await screen.findByText(/^This document was deleted, in another tab or on another device\. What you entered is still here/),
  ).toBeVisible();
  expect(screen.getByLabelText('Document number')).toHaveValue('123456789012345');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add as a new document' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add as a new document' }));
  expect(dialog.getByLabelText('Document number')).toHaveValue('123456789012345');
  expect(dialog.getByText('new.jpg')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Add as a new document' }));
  await waitFor(() => expect(portal.navigations).toMatchObject([{ to: '/guard/documents' }]));
  expect(remove.calls).toEqual([]);
  expect(add.calls).toMatchObject([{ documentNumber: '123456789012345', expiryDate: '2028-05-31', file: expect.any(File) }]);
});

it('closing it after the delete says that the old document is deleted already', async () => {
  mockEndpoint(deleteDocument, null);
  mockEndpoint(addDocument, fails({ code: 409, message: 'Max 4 documents allowed' }));
  const { dialog, user, portal } = await fill();
  expect(await dialog.findByText('Max 4 documents allowed')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(portal.questions).toMatchObject([
    { title: 'Discard what you entered?', body: 'You have not sent your new document (the old one is deleted already) yet.' },
  ]);
});
