import { copy } from '@portal/contracts/_kernel/copy';
import { type GuardDocument, listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { documentOf, mockDocuments } from '@portal/testing/documents';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, within } from '@testing-library/react';
import { DocumentsScreen } from './DocumentsScreen';

let documents: GuardDocument[];
beforeEach(() => {
  documents = [documentOf(), documentOf({ expiryDate: '2027-03-27' }, 2)];
  mockDocuments(() => documents);
});

const open = (query = '', licenceEnds: string | null = null) =>
  renderScreen(<DocumentsScreen />, {
    path: `/guard/documents${query}`,
    route: '/guard/documents',
    guard: guard({ securityRegistrationExpiryDate: licenceEnds }),
  });
const table = () => screen.findByRole('table', { name: 'My documents' });
const row = async (name: string) => within((await table()).querySelector(`tr:has([aria-label="Delete: ${name}"])`) as HTMLElement);

it('[DOCS-06, DOCS-09] has a table of the uploaded documents, and an action that deletes the selected ones', async () => {
  open();
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((one) => [...one.querySelectorAll('[data-label]')].slice(1, 4).map(({ textContent }) => textContent))).toEqual([
    ['Drivers license', '100001', '31/05/2028'],
    ['Permanent resident card', '100002', '27/03/2027Ends in 13 days'],
  ]);
  expect(screen.getByRole('button', { name: 'Delete selected' })).toBeVisible();
});

it('[DOCS-07, DOCS-08] has a select-all checkbox, and one in each row', async () => {
  const { user } = open();
  const all = within((await table()).parentElement as HTMLElement).getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  const boxes = () => within(screen.getByRole('table')).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes().map((box) => box.labels?.[0]?.textContent)).toEqual(['Select Drivers license', 'Select Permanent resident card']);
  await user.click(all);
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true]);
  expect(screen.getByRole('button', { name: 'Delete selected (2)' })).toBeEnabled();
  await user.click(boxes()[0] as HTMLElement);
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await user.click(all);
  await user.click(all);
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false]);
  expect(screen.getByRole('button', { name: 'Delete selected' })).toBeDisabled();
});

it('[DOCS-10, DOCS-11] each row has a delete action and an edit action that opens /guard/documents/{id}', async () => {
  open();
  for (const { documentType, id } of documents) {
    const actions = await row(documentType);
    expect(actions.getByRole('button', { name: `Delete: ${documentType}` })).toBeVisible();
    expect(actions.getByRole('link', { name: `Edit: ${documentType}` })).toHaveAttribute('href', `/guard/documents/${id}`);
  }
});

it.each([
  ['', 1],
  ['?page=2', 2],
])('[DOCS-28, API-DOC-03] at %j loads from GET /guard-document with limit 10, guardId, page %i and searchBy', async (query, page) => {
  const list = mockEndpoint(listDocuments, { docs: documents, total: 12 });
  open(query);
  await table();
  expect([listDocuments.method, listDocuments.path]).toEqual(['GET', '/guard-document']);
  expect(list.calls).toEqual([{ limit: 10, guardId: guard().id, page, searchBy: '' }]);
});

it('[DOCS-12, DOCS-13, DOCS-41/2] a pager of ten rows a page, of five pages, appears when the total is above 10', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => documentOf({}, at + 1));
  const list = mockEndpoint(listDocuments, { docs: ten, total: 10 });
  const { unmount } = open();
  expect(within(await table()).getAllByRole('row')).toHaveLength(11);
  expect(screen.queryByRole('navigation', { name: 'Pages of documents' })).toBeNull();
  expect(list.calls).toMatchObject([{ limit: 10 }]);
  unmount();
  mockEndpoint(listDocuments, { docs: ten, total: 11 });
  const justAbove = open();
  expect(await screen.findByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/guard/documents?page=2');
  expect(screen.queryByRole('link', { name: 'Page 3' })).toBeNull();
  justAbove.unmount();
  mockEndpoint(listDocuments, { docs: ten, total: 95 });
  for (const [query, five] of [
    ['', [1, 2, 3, 4, 5]],
    ['?page=7', [5, 6, 7, 8, 9]],
  ] as const) {
    const many = open(query);
    const pager = within(await screen.findByRole('navigation', { name: 'Pages of documents' }));
    const pages = pager.getAllByRole('link', { name: /^Page \d+$/ });
    expect(pages.map(({ textContent }) => Number(textContent))).toEqual(five);
    expect(pages[1]).toHaveAttribute('href', `/guard/documents?page=${five[1]}`);
    many.unmount();
  }
});

it('[DOCS-14] has a Back link to /guard/myprofile/{guardId}', async () => {
  open();
  await table();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', `/guard/myprofile/${guard().id}`);
});

it('[ADDDOCS-13/2] has no link to /addDocs', async () => {
  open();
  await table();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/addDocs');
});

it('previews a picture over the whole screen', async () => {
  const { user } = open();
  await user.click((await row('Drivers license')).getByRole('button', { name: 'View Drivers license' }));
  expect(within(screen.getByRole('dialog', { name: 'Drivers license' })).getByRole('img', { name: 'Drivers license' })).toBeVisible();
});

it('[SHARED-31, SHARED-33/4] shows No Data Found when there are no documents', async () => {
  documents = [];
  open();
  expect(await screen.findByText('No Data Found')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Select all' })).toBeNull();
});

it('removes documents that were deleted in another tab, also from the selection', async () => {
  const { user, portal } = open();
  await user.click((await row('Drivers license')).getByRole('checkbox'));
  documents = documents.slice(1);
  await act(async () => portal.changed('documents'));
  expect(await screen.findByRole('button', { name: 'Delete selected' })).toBeDisabled();
  expect(within(await table()).getAllByRole('row')).toHaveLength(2);
});

describe('the expiry dates', () => {
  const entries = () =>
    within(screen.getByRole('list', { name: 'Expiry dates, the next one first' }))
      .getAllByRole('listitem')
      .map(({ children }) => [...children].map(({ textContent }) => textContent).join(' | '));

  it('shows the expiry dates on a time line and as a list, the next one first', async () => {
    const { container } = open('', '2027-03-17');
    await table();
    expect(entries()).toEqual([
      'Your security licence | 17/03/2027 | Ends in 3 days',
      'Permanent resident card | 27/03/2027 | Ends in 13 days',
      'Drivers license | 31/05/2028 | Ends in 444 days',
    ]);
    const axis = container.querySelector('svg:has(circle)');
    expect(axis).toHaveAttribute('aria-hidden', 'true');
    const places = [...(axis?.querySelectorAll('circle') ?? [])].map((mark) => Number.parseFloat(mark.getAttribute('cx') ?? ''));
    expect(places).toHaveLength(3);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('shows the expiry dates together with the documents, and only that of the licence when the documents cannot be read', async () => {
    let answer = () => {};
    mockEndpoint(
      listDocuments,
      () => new Promise<ReturnType<typeof fails>>((resolve) => (answer = () => resolve(fails({ code: 429, message: 'Slow down' })))),
    );
    open('', '2027-03-17');
    expect(await screen.findByText('Loading your expiry dates')).toBeInTheDocument();
    expect(screen.queryByText('Expiry dates')).toBeNull();
    act(() => answer());
    expect(await screen.findByText('Your documents could not be loaded')).toBeVisible();
    expect(entries()).toEqual(['Your security licence | 17/03/2027 | Ends in 3 days']);
  });

  it('shows expired documents, and no expiry dates when there are none', async () => {
    documents = [documentOf({ expiryDate: '2027-03-13' })];
    const { unmount } = open();
    await table();
    expect(entries()).toEqual(['Drivers license | 13/03/2027 | Ended yesterday']);
    unmount();
    documents = [];
    open();
    await screen.findByText('No Data Found');
    expect(screen.queryByText('Expiry dates')).toBeNull();
  });
});

describe('a failed reading of the list', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const banner = () => screen.queryAllByRole('alert').find(({ textContent }) => textContent === 'The list is broken.');

  it('mentions no input when there is no connection', async () => {
    mockEndpoint(listDocuments, fails({ code: 0, message: 'No answer', userMessage: copy.offline }));
    const { portal } = open();
    await pass(1);
    expect(portal.toasts).toEqual([{ kind: 'error', text: copy.offlineReading }]);
  });

  it.each([400, 403, 429, 500])(
    '[DOCS-36, DOCS-37, SHELL-46/1] with code %i shows a toast, and a banner that hides after 5 seconds',
    async (code) => {
      mockEndpoint(listDocuments, fails({ code, message: 'The list is broken.' }));
      const { portal } = open();
      await pass(1);
      expect(portal.toasts).toEqual([{ kind: 'error', text: 'The list is broken.' }]);
      expect(banner()).toBeVisible();
      await pass(4900);
      expect(banner()).toBeVisible();
      await pass(100);
      expect(banner()).toBeUndefined();
      expect(screen.getByText('Your documents could not be loaded')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
      expect(portal.toasts).toHaveLength(1);
    },
  );
});
