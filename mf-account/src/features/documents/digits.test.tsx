import { documentDetail } from '@portal/contracts/documents/documents.endpoints';
import { documentField, documentOf, mockDocuments } from '@portal/testing/documents';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { type as retype } from '@portal/testing/registration';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AddDocsScreen } from './add/AddDocsScreen';
import { EditDocumentScreen } from './edit/EditDocumentScreen';
import { ReplaceDocumentModal } from './edit/ReplaceDocumentModal';
import { DocumentsScreen } from './list/DocumentsScreen';

const LONGEST = 17;
const stored = documentOf({ documentNumber: '1' });

/** The numbers of digits, from 2 to 17, that a form accepts. */
async function taken(button: string): Promise<number[]> {
  const press = await screen.findByRole('button', { name: button });
  // The first press sends nothing; afterwards each input is checked.
  await retype(documentField('Document number'), '1'.repeat(LONGEST));
  await act(async () => void fireEvent.click(press));
  const counts: number[] = [];
  for (let count = 2; count <= LONGEST; count++) {
    await retype(documentField('Document number'), '1'.repeat(count));
    if (documentField('Document number').getAttribute('aria-invalid') !== 'true') counts.push(count);
  }
  return counts;
}

it('[SHARED-13, DOCS-38/1] a document number has 2 to 15 digits on add, exactly 15 on update and 5 on /addDocs', async () => {
  mockDocuments(() => []);
  mockEndpoint(documentDetail, stored);
  const adding = renderScreen(<DocumentsScreen />, { path: '/guard/documents' });
  expect(await taken('Add document')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  adding.unmount();
  const path = `/guard/documents/${stored.id}`;
  const updating = renderScreen(<EditDocumentScreen />, { path, route: '/guard/documents/:id' });
  expect(await taken('Save')).toEqual([15]);
  updating.unmount();
  renderScreen(<AddDocsScreen />, { path: '/addDocs' });
  expect(await taken('Add document')).toEqual([5]);
});

it.each<[string, ReactNode]>([
  ['My Documents', <DocumentsScreen key="list" />],
  ['the update form', <EditDocumentScreen key="edit" />],
  ['/addDocs', <AddDocsScreen key="add" />],
  ['Replace document', <ReplaceDocumentModal key="replace" document={stored} onClose={() => undefined} />],
])('[DOCS-40/2] on %s, the picker of the expiry offers the years 1900 to 2999', async (_form, shown) => {
  mockDocuments(() => []);
  mockEndpoint(documentDetail, stored);
  renderScreen(shown, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  await screen.findAllByLabelText('Expiry date');
  const pickers = [...document.querySelectorAll('input[type=date]')];
  expect(pickers.map((picker) => [picker.getAttribute('min'), picker.getAttribute('max')])).toEqual([['1900-01-01', '2999-12-31']]);
});

it.each<[string, string, string, ReactNode]>([
  ['My Documents', 'Document number', '2 to 15 digits', <DocumentsScreen key="list" />],
  ['the update form', 'Document number', 'Keep this number, or enter a new one of exactly 15 digits', <EditDocumentScreen key="edit" />],
  ['/addDocs', 'Document number', 'Exactly 5 digits', <AddDocsScreen key="add" />],
  ['/addDocs', 'Licence number', 'Exactly 5 digits', <AddDocsScreen key="licence" />],
  [
    'Replace document',
    'Document number',
    '2 to 15 digits',
    <ReplaceDocumentModal key="replace" document={stored} onClose={() => undefined} />,
  ],
])('[DOCS-39/2] on %s, the %s strips pasted spaces and hyphens, and its hint explains it', async (_form, label, count, shown) => {
  mockDocuments(() => []);
  mockEndpoint(documentDetail, stored);
  const { user } = renderScreen(shown, { path: `/guard/documents/${stored.id}`, route: '/guard/documents/:id' });
  await screen.findAllByLabelText(label);
  const number = documentField(label);
  expect(number).toHaveAccessibleDescription(`${count}. Spaces and hyphens are removed.`);
  await user.clear(number);
  await user.click(number);
  await user.paste(' 12-3 4-5 ');
  expect(number).toHaveValue('12345');
});
