import { documentDetail } from '@portal/contracts/documents/documents.endpoints';
import { documentOf, mockDocuments } from '@portal/testing/documents';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from '../../routes';

const [first, stored] = [documentOf(), documentOf({}, 2)];
beforeEach(() => {
  mockDocuments(() => [first, stored]);
  mockEndpoint(documentDetail, ({ id }) => (id === stored.id ? stored : first));
});

it.each([
  ['ROUTE-10', '/guard/documents', 'My Documents', 'Add document'],
  ['ROUTE-11', `/guard/documents/${stored.id}`, 'Update Document', 'Save'],
  ['ROUTE-21', '/addDocs', 'Add Documents', 'Add document'],
])('[%s] %s shows %s', async (_id, path, title, submit) => {
  renderScreen(<Screens />, { path });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await screen.findByRole('button', { name: submit })).toBeVisible();
  if (title === 'My Documents') expect(await screen.findByRole('table', { name: 'My documents' })).toBeVisible();
  if (title === 'Update Document') expect(screen.getByLabelText('Document number')).toHaveValue(stored.documentNumber);
});
