import { addDocument } from '@portal/contracts/documents/documents.endpoints';
import { chooseDocument, documentField, documentPicture } from '@portal/testing/documents';
import { guard, guardAt } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, waitFor } from '@testing-library/react';
import { AddDocsScreen } from './AddDocsScreen';

jest.mock('@portal/ui/shrinkImage');

beforeEach(() => void jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file })));

const open = () => renderScreen(<AddDocsScreen />, { path: '/addDocs', route: '/addDocs', guard: guardAt.approval() });
const right = { type: 'Other', number: '12345', licence: '54321', expiry: '31052028', file: documentPicture() as File | null };
async function send(over: Partial<typeof right> = {}) {
  const opened = open();
  const { user } = opened;
  const { type, number, licence, expiry, file } = { ...right, ...over };
  if (type) await user.selectOptions(documentField('Document type'), type);
  if (number) await user.type(documentField('Document number'), number);
  if (licence) await user.type(documentField('Licence number'), licence);
  if (expiry) await user.type(documentField('Expiry date'), expiry);
  if (file) await chooseDocument(file);
  await user.click(screen.getByRole('button', { name: 'Add document' }));
  return opened;
}
const fieldOf = (label: string) => (label === 'Document file' ? screen.getByRole('group', { name: label }) : documentField(label));

it.each([
  ['ADDDOCS-01', 'combobox', 'Document type'],
  ['ADDDOCS-02', 'textbox', 'Document number'],
  ['ADDDOCS-03', 'textbox', 'Licence number'],
  ['ADDDOCS-04', 'textbox', 'Expiry date'],
  ['ADDDOCS-05', 'group', 'Document file'],
])('[%s] has a %s: %s', (_id, role, name) => {
  open();
  const field = screen.getByRole(role, { name });
  expect(field).toBeVisible();
  if (role === 'combobox')
    expect([...(field as HTMLSelectElement).options].slice(1).map(({ text }) => text)).toEqual([
      'Drivers license',
      'Permanent resident card',
      'Canadian passport',
      'Other',
    ]);
  if (role !== 'group') return;
  expect(screen.getByRole('button', { name: 'Choose picture: Document file' })).toBeVisible();
  expect(field.querySelector('input[type=file]')).toBeEnabled();
});

it.each([
  ['ADDDOCS-06', 'Document type', { type: '' }, 'Please select document type'],
  ['ADDDOCS-07, DOCS-38/1', 'Document number', { number: '1234' }, 'Please enter valid Document Number'],
  ['ADDDOCS-07, DOCS-38/1', 'Document number', { number: '123456' }, 'Please enter valid Document Number'],
  ['ADDDOCS-07', 'Document number', { number: '1234a' }, 'Please enter valid Document Number'],
  ['ADDDOCS-07', 'Document number', { number: '' }, 'Please enter valid Document Number'],
  ['ADDDOCS-08, ADDDOCS-11/1', 'Licence number', { licence: '1234' }, 'Please enter valid License Number'],
  ['ADDDOCS-08, ADDDOCS-11/1', 'Licence number', { licence: '123456' }, 'Please enter valid License Number'],
  ['ADDDOCS-08', 'Licence number', { licence: '1234a' }, 'Please enter valid License Number'],
  ['ADDDOCS-08', 'Licence number', { licence: '' }, 'Please enter valid License Number'],
  ['ADDDOCS-09', 'Expiry date', { expiry: '' }, 'Please enter valid Expiry Date'],
  ['ADDDOCS-09', 'Expiry date', { expiry: '30022028' }, 'Please enter valid Expiry Date'],
  ['ADDDOCS-09, DOCS-40/1', 'Expiry date', { expiry: '13122099' }, 'Please enter valid Expiry Date'],
  ['ADDDOCS-10', 'Document file', { file: null }, 'Please select file'],
])('[%s] %s of %j is refused: %s', async (_id, label, over, message) => {
  const add = mockEndpoint(addDocument, null);
  await send(over);
  await waitFor(() => expect(fieldOf(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(add.calls).toEqual([]);
});

it.each([
  ['ADDDOCS-07, DOCS-38/1', 'number', '12345', { documentNumber: '12345' }],
  ['ADDDOCS-08, ADDDOCS-11/1', 'licence', '54321', { licenseNumber: '54321' }],
  ['ADDDOCS-09, DOCS-40/1', 'expiry', '12122099', { expiryDate: '2099-12-12' }],
])('[%s] accepts the %s %s and sends it as %j', async (_id, typed, value, sent) => {
  const add = mockEndpoint(addDocument, null);
  const { portal } = await send({ [typed]: value });
  await waitFor(() => expect(portal.navigations).toHaveLength(1));
  expect(add.calls).toMatchObject([sent]);
});

it('[ADDDOCS-12/1, ADDDOCS-13/3, DOCS-38/1] posts licenseNumber as an extra part, then opens /guard/documents with the server’s message', async () => {
  const add = mockEndpoint(addDocument, null, 'Thank you, we have it.');
  const { portal } = await send({ number: '12-3 45' });
  await waitFor(() => expect(portal.navigations).toMatchObject([{ to: '/guard/documents' }]));
  expect([addDocument.method, addDocument.path, addDocument.body]).toEqual(['POST', '/guard-document', 'multipart']);
  expect(add.calls).toEqual([
    {
      ...{ documentType: 'Other', documentNumber: '12345', licenseNumber: '54321', expiryDate: '2028-05-31', guardId: guard().id },
      file: expect.any(File),
    },
  ]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Thank you, we have it.' }]);
});

it('shows the server’s refusal and keeps the input', async () => {
  mockEndpoint(addDocument, fails({ code: 409, message: 'Max 4 documents allowed' }));
  const { portal } = await send();
  expect(await screen.findByText('Max 4 documents allowed')).toBeVisible();
  expect(documentField('Licence number')).toHaveValue('54321');
  expect(portal.navigations).toEqual([]);
});
