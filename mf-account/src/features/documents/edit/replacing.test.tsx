import { addDocument, deleteDocument, documentDetail, replaceDocument } from '@portal/contracts/documents/documents.endpoints';
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

it('[DOCS-38/3] Replace is next to the number, before the expiry date', async () => {
  renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  const button = await screen.findByRole('button', { name: 'Replace document' });
  const isAfter = (label: string) => Boolean(documentField(label).compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([isAfter('Document number'), isAfter('Expiry date'), isAfter('Document type')]).toEqual([true, false, true]);
});

it('[DOCS-38/3] deletes the document and adds the new file with it in one durable call', async () => {
  const remove = mockEndpoint(deleteDocument, null);
  const add = mockEndpoint(addDocument, null);
  const replace = mockEndpoint(replaceDocument, null);
  const { portal } = await fill();
  await waitFor(() => expect(portal.navigations).toMatchObject([{ to: '/guard/documents' }]));
  expect([replaceDocument.method, replaceDocument.path, portal.questions]).toEqual(['POST', '/guard-document/:id/replace', []]);
  expect(replace.calls).toMatchObject([{ id: stored.id, documentNumber: '777', expiryDate: '2030-06-01', file: expect.any(File) }]);
  expect([remove.calls, add.calls]).toEqual([[], []]);
  expect(portal.writes.at(-1)?.options.durable).toMatchObject({ what: 'Document: Drivers license' });
});

it('[DOCS-38/3] keeps the new file in the form after a failure, and sends it with the next try', async () => {
  mockEndpoint(replaceDocument, fails({ code: 409, message: 'Max 4 documents allowed' }));
  const { dialog, submit, portal } = await fill();
  expect(await dialog.findByText('Max 4 documents allowed')).toBeVisible();
  expect(dialog.getByText('new.jpg')).toBeVisible();
  const replace = mockEndpoint(replaceDocument, null);
  await submit();
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(replace.calls).toHaveLength(1);
});

it('queues the whole replacement while the server does not reply', async () => {
  mockEndpoint(replaceDocument, fails({ code: 0, message: '' }));
  const { portal } = await fill();
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(portal.toasts).toMatchObject([{ kind: 'info', text: expect.stringContaining('is saved on this device') }]);
  expect(portal.outbox.current()).toMatchObject([{ endpointId: 'documents.replace', state: 'on device' }]);
});

it.each([
  ['a type', 'documentType', 'Same type of identification proof is already saved'],
  ['a number', 'documentNumber', 'Same document no is already saved'],
])('shows the refusal of %s of another document at its field', async (_what, field, message) => {
  mockEndpoint(replaceDocument, fails({ code: 409, message, errors: { [field]: message } }));
  const { dialog } = await fill();
  expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
});

it('sends a replacement even if the reply arrives after the guard left the screen', async () => {
  let answer: (reply: null) => void = () => undefined;
  const replace = mockEndpoint(
    replaceDocument,
    () =>
      new Promise<null>((resolve) => {
        answer = resolve;
      }),
  );
  const { portal, unmount } = await fill();
  await waitFor(() => expect(replace.calls).toHaveLength(1));
  unmount();
  await act(async () => answer(null));
  expect([portal.outbox.current(), portal.toasts, portal.navigations]).toMatchObject([[{ state: 'sent' }], [], []]);
});

it('keeps earlier input whether the document is replaced or not', async () => {
  const { user } = renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  const expiry = await screen.findByLabelText('Expiry date');
  await user.clear(expiry);
  await user.type(expiry, '01062031');
  await user.click(screen.getByRole('button', { name: 'Replace document' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Expiry date')).toHaveValue('01/06/2031');
});

it('keeps the input for a document that was deleted in another tab, and adds it as a new one', async () => {
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
