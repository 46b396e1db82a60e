import { documentDetail, type GuardDocument, updateDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { chooseDocument, documentField, documentOf, documentPicture, mockDocuments } from '@portal/testing/documents';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { enableShrinking, photo, tiff } from '@portal/testing/pictures';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, waitFor, within } from '@testing-library/react';
import { EditDocumentScreen } from './EditDocumentScreen';

jest.mock('@portal/ui/shrinkImage');

const stored = documentOf();
let documents: GuardDocument[];
beforeEach(() => {
  documents = [stored, documentOf({}, 2)];
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file }));
  mockDocuments(() => documents);
  mockEndpoint(documentDetail, stored);
});

async function open(id = stored.id) {
  const opened = renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${id}`, route: '/guard/documents/:id' });
  await screen.findByRole('button', { name: 'Save' });
  return opened;
}
type User = Awaited<ReturnType<typeof open>>['user'];
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));
async function retype(user: User, label: string, text: string) {
  await user.clear(documentField(label));
  if (text) await user.type(documentField(label), text);
}
const fileGroup = () => screen.getByRole('group', { name: 'Document file' });

it('[DOCEDIT-01, DOCEDIT-02] is filled with the document of GET /guard-document/{id}', async () => {
  const asked = documentOf({ documentType: 'Other', documentNumber: '777', expiryDate: '2030-06-01' }, 2);
  const detail = mockEndpoint(documentDetail, asked);
  await open(asked.id);
  expect(documents.map(({ id }) => id)).toEqual([stored.id, asked.id]);
  expect([documentDetail.method, documentDetail.path, detail.calls]).toEqual(['GET', '/guard-document/:id', [{ id: asked.id }]]);
  expect(documentField('Document type')).toHaveValue('Other');
  expect(documentField('Document number')).toHaveValue('777');
  expect(documentField('Expiry date')).toHaveValue('01/06/2030');
  expect(fileGroup()).toHaveTextContent('Other saved');
});

it('[DOCEDIT-13, DOCEDIT-14, DOCEDIT-15/2, DOCS-38/2] saves by PATCH /guard-document/{id} as multipart, sends an expiry only if it changed, and returns', async () => {
  const update = mockEndpoint(updateDocument, null, 'Changed.');
  const { user, portal } = await open();
  await save(user);
  await waitFor(() => expect(portal.navigations).toMatchObject([{ to: '/guard/documents' }]));
  expect([updateDocument.method, updateDocument.path, updateDocument.body]).toEqual(['PATCH', '/guard-document/:id', 'multipart']);
  const { id, guardId, file } = stored;
  const same = { id, guardId, documentType: 'Drivers license', documentNumber: '100001', file };
  expect(update.calls).toEqual([same]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Changed.' }]);
});

it.each([
  ['DOCEDIT-15/2', '01062030', '2030-06-01'],
  ['DOCS-40/1', '12122099', '2099-12-12'],
])('[%s] sends an expiry that was changed to %s, and a new picture', async (_id, typed, expiryDate) => {
  const update = mockEndpoint(updateDocument, null);
  const { user, portal } = await open();
  await retype(user, 'Expiry date', typed);
  await chooseDocument(documentPicture('back.jpg'));
  await save(user);
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(update.calls).toMatchObject([{ expiryDate, file: { name: 'back.jpg' } }]);
});

it.each([
  ['DOCEDIT-07', 'Document number', '', 'Document no is required'],
  ['DOCEDIT-08', 'Document number', '12345678901234', 'Please enter valid Document Number'],
  ['DOCEDIT-08', 'Document number', '1234567890123456', 'Please enter valid Document Number'],
  ['DOCEDIT-08', 'Document number', '12345678901234a', 'Please enter valid Document Number'],
  ['DOCEDIT-09, DOCEDIT-15/1', 'Expiry date', '', 'Please select expiry date'],
  ['DOCS-40/1', 'Expiry date', '13122099', 'The expiry date cannot be after 12/12/2099'],
])('[%s] a %s of “%s” is refused: %s', async (_id, label, text, message) => {
  const update = mockEndpoint(updateDocument, null);
  const { user } = await open();
  await retype(user, label, text);
  await save(user);
  await waitFor(() => expect(documentField(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(update.calls).toEqual([]);
});

it('[DOCEDIT-06] refuses a missing type', async () => {
  const { user } = await open();
  await user.selectOptions(documentField('Document type'), '');
  await save(user);
  await waitFor(() =>
    expect(documentField('Document type')).toHaveAccessibleDescription(expect.stringContaining('Please Select Document Type')),
  );
});

it('[DOCEDIT-10] accepts jpeg, png, jpg and webp', async () => {
  await open();
  for (const ending of ['gif', 'tiff', 'bpg', 'pdf']) {
    await chooseDocument(documentPicture(`scan.${ending}`, ''));
    expect(screen.getByRole('alert')).toHaveTextContent('Please select valid image file');
  }
  for (const ending of ['jpeg', 'png', 'jpg', 'webp']) {
    await chooseDocument(documentPicture(`scan.${ending}`, ''));
    expect(await screen.findByText(`scan.${ending}`)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  }
});

it.each([
  ['the browser cannot decode', tiff],
  ['cannot be made smaller', photo],
])('[DOCEDIT-12, SHARED-07, SHARED-08] a file over 2 MB that %s raises the alert Size is more than 2 MB', async (_what, file) => {
  enableShrinking();
  await open();
  await chooseDocument(file('scan.jpg', 2_097_152));
  expect(await screen.findByText('scan.jpg')).toBeVisible();
  await chooseDocument(file('huge.jpg', 2_097_153));
  expect(await screen.findByRole('alert')).toHaveTextContent('Size is more than 2 MB');
  expect(fileGroup()).toHaveTextContent('scan.jpg');
});

it('[DOCEDIT-11] refuses a missing file', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Remove: Document file' }));
  await save(user);
  await waitFor(() => expect(fileGroup()).toHaveAccessibleDescription(expect.stringContaining('Please select file')));
});

it.each([
  ['DOCEDIT-03', 'documentType', 'Document type', 'Same type of identification proof is already saved', documentMessages.sameType],
  ['DOCEDIT-04', 'documentNumber', 'Document number', 'Same document no is already saved', documentMessages.sameNumber],
])('[%s] refuses the %s of another document at its field', async (_id, key, label, message, said) => {
  mockEndpoint(updateDocument, fails({ code: 409, message: said, errors: { [key]: said } }));
  const { user, portal } = await open();
  await save(user);
  await waitFor(() => expect(documentField(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(portal.navigations).toEqual([]);
});

it('[DOCEDIT-08, DOCS-38/1, DOCS-38/2] accepts an unchanged number; a changed one must have exactly 15 digits', async () => {
  const update = mockEndpoint(updateDocument, null);
  const { user, portal } = await open();
  await retype(user, 'Document number', '100002');
  await save(user);
  await waitFor(() => expect(documentField('Document number')).toHaveAccessibleDescription(/Please enter valid Document Number/));
  await retype(user, 'Document number', '100001');
  await waitFor(() => expect(documentField('Document number')).toBeValid());
  await retype(user, 'Document number', '123456789012345');
  await save(user);
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(update.calls).toMatchObject([{ documentNumber: '123456789012345' }]);
});

it('shows that the document was deleted in another tab', async () => {
  mockEndpoint(documentDetail, fails({ code: 404, message: 'There is no such document.' }));
  renderScreen(<EditDocumentScreen />, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('There is no such document.');
  for (const part of [screen.getByRole('banner'), alert])
    expect(within(part).getByRole('link', { name: 'My Documents' })).toHaveAttribute('href', '/guard/documents');
});
