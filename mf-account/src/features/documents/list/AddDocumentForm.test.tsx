import { addDocument, type GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { chooseDocument, documentField, documentOf, documentPicture, mockDocuments } from '@portal/testing/documents';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { enableShrinking, photo, tiff } from '@portal/testing/pictures';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, waitFor, within } from '@testing-library/react';
import { DocumentsScreen } from './DocumentsScreen';

// jsdom cannot decode pictures, so they keep their size.
jest.mock('@portal/ui/shrinkImage');

let documents: GuardDocument[];
beforeEach(() => {
  documents = [];
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file }));
  mockDocuments(() => documents);
});

const open = () => renderScreen(<DocumentsScreen />, { path: '/guard/documents', route: '/guard/documents' });
const form = () => screen.getByRole('region', { name: 'Add a document' });
const submit = () => within(form()).getByRole('button', { name: 'Add document' });
type User = ReturnType<typeof open>['user'];

const right = { type: 'Other', number: '12345', expiry: '31052028', file: documentPicture() as File | null };
/** Fills every field except those that are set to undefined. */
async function fill(user: User, over: Partial<typeof right> = {}) {
  const { type, number, expiry, file } = { ...right, ...over };
  if (type) await user.selectOptions(documentField('Document type'), type);
  if (number) await user.type(documentField('Document number'), number);
  if (expiry) await user.type(documentField('Expiry date'), expiry);
  if (file) await chooseDocument(file);
}
async function send(over: Partial<typeof right> = {}) {
  const opened = open();
  await fill(opened.user, over);
  await opened.user.click(submit());
  return opened;
}

it.each([
  ['DOCS-02', 'combobox', 'Document type'],
  ['DOCS-03', 'textbox', 'Document number'],
  ['DOCS-04', 'textbox', 'Expiry date'],
  ['DOCS-05', 'group', 'Document file'],
])('[%s, DOCS-01] the add-document form has a %s: %s', async (_id, role, name) => {
  open();
  await screen.findByText('No Data Found');
  expect(within(form()).getByRole(role, { name })).toBeVisible();
  if (role === 'combobox')
    expect([...(within(form()).getByRole(role, { name }) as HTMLSelectElement).options].slice(1).map(({ text }) => text)).toEqual([
      'Drivers license',
      'Permanent resident card',
      'Canadian passport',
      'Other',
    ]);
  if (role === 'group') expect(within(form()).getByRole('button', { name: 'Choose picture: Document file' })).toBeVisible();
});

it('[DOCS-27] adding calls POST /guard-document as multipart, shows a message, empties the form and reads the list again', async () => {
  const add = mockEndpoint(addDocument, () => {
    documents = [documentOf({ documentType: 'Other' })];
    return null;
  });
  const { portal } = await send();
  expect(await screen.findByRole('table', { name: 'My documents' })).toHaveTextContent('Other');
  expect(addDocument).toMatchObject({ method: 'POST', path: '/guard-document', body: 'multipart' });
  expect(add.calls).toEqual([
    { documentType: 'Other', documentNumber: '12345', expiryDate: '2028-05-31', guardId: guard().id, file: expect.any(File) },
  ]);
  expect(add.calls[0]?.file).toHaveProperty('name', 'front.jpg');
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your document is saved.' }]);
  await waitFor(() => expect(documentField('Document number')).toHaveValue(''));
  expect(screen.getByRole('heading', { name: 'Saved documents' })).toHaveFocus();
  expect([...portal.unsaved]).toEqual([]);
});

it.each([
  ['DOCS-19', 'Document type', { type: '' }, 'Please Select Document Type'],
  ['DOCS-20', 'Document number', { number: '' }, 'Document no is required'],
  ['DOCS-22', 'Expiry date', { expiry: '' }, 'Please select expiry date'],
  ['DOCS-24', 'Document file', { file: null }, 'Please select file'],
])('[%s] reports a missing %s at its field', async (_id, label, over, message) => {
  const add = mockEndpoint(addDocument, null);
  await send(over);
  const field = label === 'Document file' ? screen.getByRole('group', { name: label }) : documentField(label);
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(within(form()).getAllByText(message).length).toBeGreaterThan(0);
  expect(add.calls).toEqual([]);
});

it('[DOCS-21, DOCS-38/1] refuses a number without 2 to 15 digits', async () => {
  const add = mockEndpoint(addDocument, null);
  const { user } = await send({ number: '1' });
  const refused = () => expect(documentField('Document number')).toHaveAccessibleDescription(/Please enter valid Document Number/);
  await waitFor(refused);
  for (const typed of ['1234567890123456', '12a']) {
    await user.clear(documentField('Document number'));
    await user.type(documentField('Document number'), typed);
    await waitFor(refused);
  }
  for (const typed of ['12', '123456789012345']) {
    await user.clear(documentField('Document number'));
    await user.type(documentField('Document number'), typed);
    await waitFor(() => expect(documentField('Document number')).toBeValid());
  }
  expect(add.calls).toEqual([]);
});

it.each(['12a', '1.2', 'AB.12'])('[DOCS-39/1] refuses %s, because only digits are allowed', async (typed) => {
  const { user } = open();
  const number = documentField('Document number');
  expect(number).toHaveAttribute('inputmode', 'numeric');
  await user.type(number, typed);
  await user.click(submit());
  await waitFor(() => expect(number).toHaveAccessibleDescription(/Please enter valid Document Number/));
});

it('[DOCS-23, DOCS-40/1, DOCS-40/2, SHARED-16] accepts an expiry up to 2099-12-12; the picker offers the years 1900 to 2999', async () => {
  const { user } = await send({ expiry: '13122099' });
  const expiry = documentField('Expiry date');
  await waitFor(() => expect(expiry).toHaveAccessibleDescription(/The expiry date cannot be after 12\/12\/2099/));
  await user.clear(expiry);
  await user.type(expiry, '12122099');
  await waitFor(() => expect(expiry).toBeValid());
  const picker = document.querySelector('input[type=date]');
  expect([picker?.getAttribute('min'), picker?.getAttribute('max')]).toEqual(['1900-01-01', '2999-12-31']);
});

it('[DOCS-25] refuses a file of another type with File type is not allowed', async () => {
  open();
  for (const [name, type] of [
    ['scan.pdf', 'application/pdf'],
    ['logo.svg', 'image/svg+xml'],
    ['notes.txt', 'text/plain'],
  ] as const) {
    await chooseDocument(documentPicture(name, type));
    expect(within(form()).getByRole('alert')).toHaveTextContent('File type is not allowed');
  }
  for (const ending of ['png', 'jpg', 'jpeg', 'gif', 'tiff', 'bpg', 'webp']) {
    await chooseDocument(documentPicture(`scan.${ending}`, ''));
    expect(within(form()).queryByRole('alert')).toBeNull();
    expect(await screen.findByText(`scan.${ending}`)).toBeVisible();
  }
});

it.each([
  ['the browser cannot decode', tiff],
  ['cannot be made smaller', photo],
])('[DOCS-26, SHARED-07, SHARED-08] a file over 2 MB that %s raises the alert Size is more than 2 MB', async (_what, file) => {
  enableShrinking();
  open();
  await chooseDocument(file('scan.jpg', 2_097_152));
  expect(await screen.findByText('scan.jpg')).toBeVisible();
  await chooseDocument(file('huge.jpg', 2_097_153));
  expect(await within(form()).findByRole('alert')).toHaveTextContent('Size is more than 2 MB');
  expect(screen.getByText('scan.jpg')).toBeVisible();
});

it.each([
  ['DOCS-15', 'Max 4 documents allowed', documentMessages.tooMany, null],
  ['DOCS-17', 'Same type of identification proof is already saved', documentMessages.sameType, 'documentType'],
  ['DOCS-18', 'Same document no is already saved', documentMessages.sameNumber, 'documentNumber'],
])('[%s] shows the server’s %s and keeps the input', async (_id, message, said, marked) => {
  mockEndpoint(addDocument, fails({ code: 409, message: said, errors: marked ? { [marked]: said } : {} }));
  const { portal } = await send();
  expect((await within(form()).findAllByText(message)).length).toBeGreaterThan(0);
  if (marked)
    await waitFor(() =>
      expect(documentField(marked === 'documentType' ? 'Document type' : 'Document number')).toHaveAccessibleDescription(
        expect.stringContaining(message),
      ),
    );
  expect(documentField('Document number')).toHaveValue('12345');
  expect(portal.toasts).toEqual([]);
});

it('shows the progress of the picture, and can be cancelled', async () => {
  mockEndpoint(addDocument, (_input, { onProgress, signal }) => {
    onProgress?.(0.5);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('cancelled'))));
  });
  const { user } = await send();
  expect(await screen.findByRole('progressbar', { name: 'Sending your document' })).toHaveAttribute('value', '0.5');
  expect(within(form()).getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(submit()).toBeEnabled());
  expect(documentField('Document number')).toHaveValue('12345');
});
