import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import {
  cancelDeletion,
  countStoredData,
  deletionState,
  downloadExport,
  exportState,
  readLocations,
  requestDeletion,
  requestExport,
} from '@portal/contracts/privacy/privacy.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { copyOf, mockPrivacy } from '@portal/testing/privacy';
import { renderScreen } from '@portal/testing/renderScreen';
import { download } from '@portal/ui/download';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PrivacyPart } from './PrivacyPart';

jest.mock('@portal/ui/download');

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const request = { askedAt: '2027-03-14T15:00:00.000Z', takeBackUntil: '2027-04-13T15:00:00.000Z' };
const open = () => renderScreen(<PrivacyPart />);

it('lists the stored data with its amount and purpose', async () => {
  mockPrivacy();
  mockEndpoint(countStoredData, {
    categories: [
      { id: 'chat', count: 1234 },
      { id: 'bank', count: 0 },
    ],
  });
  open();
  const items = await (await part('What we store about you')).findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Chat messages that you wrote1,234So the guards on a job and our staff can work together.',
    'Bank detailsNoneTo pay you. They are kept encrypted. You see only the last digits; the staff who pay you can see them in full.',
  ]);
});

it.each(['What we store about you', 'When we read your location', 'Take a copy', 'Delete my account'])(
  'jumps from the list at its head to %s, and stays on the sub-page',
  async (title) => {
    mockPrivacy();
    const { user, portal } = open();
    await part(title);
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    expect(contents.getAllByRole('link')).toHaveLength(4);
    await user.click(contents.getByRole('link', { name: title }));
    expect(screen.getByRole('heading', { name: title })).toHaveFocus();
    expect(portal.navigations).toEqual([]);
  },
);

it('names each location in words with its reason, ten a page', async () => {
  mockPrivacy();
  const at = { at: '2027-03-10T16:50:00.000Z', jobTitle: 'Gate watch', lat: 43.65, long: -79.38 };
  const asked = mockEndpoint(readLocations, ({ page }) => ({
    docs:
      page === 2
        ? [{ ...at, kind: 'sos' as const, place: null, accuracy: null }]
        : [{ ...at, kind: 'arrival' as const, place: 'Moss Park, Toronto', accuracy: 12 }],
    total: 11,
  }));
  const { user } = open();
  const locations = await part('When we read your location');
  expect(await locations.findByText('Gate watch, near Moss Park, Toronto (within 12 m)')).toBeVisible();
  expect(locations.getByText('You recorded your arrival: it shows that you were at the site.')).toBeVisible();
  await user.click(locations.getByRole('button', { name: 'Older' }));
  expect(await locations.findByText('You pressed SOS: it tells our team where you were.')).toBeVisible();
  expect(locations.getByText('Gate watch, no town nearby')).toBeVisible();
  expect(locations.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', expect.stringContaining('mlat=43.65&mlon=-79.38'));
  expect(locations.queryByText(/\d+\.\d{2,}/)).toBeNull();
  expect(locations.getByRole('button', { name: 'Older' })).toBeDisabled();
  expect(asked.calls).toEqual([{ page: 1 }, { page: 2 }]);
});

it('shows that no location was read, and when one would be', async () => {
  mockPrivacy();
  open();
  expect(await screen.findByText(/^Not yet\. We store it only when you arrive at a site/)).toBeVisible();
});

describe('a copy', () => {
  it('is requested, shows live progress, and is downloaded', async () => {
    mockPrivacy();
    const { user, portal } = open();
    const copy = await part('Take a copy');
    const waiting = copyOf({ state: 'waiting', progress: 0, bytes: null, expiresAt: null, token: null });
    const asked = mockEndpoint(requestExport, { copy: waiting });
    const make = await copy.findByRole('button', { name: 'Make my copy' });
    mockEndpoint(exportState, { copy: waiting });
    await user.click(make);
    expect(await copy.findByText('It is in the queue')).toBeVisible();
    expect(asked.calls).toHaveLength(1);
    expect(copy.queryByRole('button', { name: 'Make my copy' })).toBeNull();
    mockEndpoint(exportState, { copy: { ...waiting, state: 'working', progress: 40 } });
    act(() => portal.changed('privacy'));
    expect(await copy.findByText('40 %')).toBeVisible();
    expect(copy.getByRole('progressbar', { name: 'Making your copy' })).toHaveValue(40);
    mockEndpoint(exportState, { copy: copyOf() });
    act(() => portal.changed('privacy'));
    const save = await copy.findByRole('button', { name: 'Download the ZIP, 3.2 MB' });
    expect(copy.getByText(/^Until Mon, Mar 15, 2027, .* and only while you are logged in\.$/)).toBeVisible();
    const fetched = mockEndpoint(downloadExport, null);
    await user.click(save);
    await waitFor(() =>
      expect(jest.mocked(download)).toHaveBeenCalledWith(expect.any(Blob), 'application/zip', 'guard-portal-2027-03-14.zip'),
    );
    expect(fetched.calls).toEqual([{ id: copyOf().id, token: 'signed-token' }]);
  });

  it('shows that its link has expired', async () => {
    mockPrivacy();
    mockEndpoint(exportState, { copy: copyOf() });
    mockEndpoint(downloadExport, fails({ code: 404, message: 'This copy has expired. Please make a new one.' }));
    const { user, portal } = open();
    const save = await screen.findByRole('button', { name: /^Download the ZIP/ });
    mockEndpoint(exportState, { copy: null });
    await user.click(save);
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'This copy has expired. Please make a new one.' }]));
    expect(await screen.findByRole('button', { name: 'Make my copy' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Download the ZIP/ })).toBeNull();
  });

  describe('a ready copy', () => {
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    async function openAt(now: string) {
      jest.useFakeTimers({ now: new Date(now) });
      mockPrivacy();
      mockEndpoint(exportState, { copy: copyOf() });
      renderScreen(<PrivacyPart />, { portal: { now: () => new Date() } });
      await wait(10);
      return within(screen.getByRole('region', { name: 'Take a copy' }));
    }
    afterEach(() => jest.useRealTimers());

    it('shows until when a new request would give the same copy, and can be requested again afterwards', async () => {
      const asked = mockEndpoint(requestExport, { copy: copyOf() });
      const copy = await openAt('2027-03-14T15:00:00.000Z');
      expect(copy.getByText(/^This is your latest copy\. A new one can be made from 11:05\sa\.m\. on\.$/)).toBeVisible();
      expect(copy.queryByRole('button', { name: /^Make/ })).toBeNull();
      await wait(5 * 60_000);
      expect(copy.getByRole('button', { name: /^Download the ZIP/ })).toBeVisible();
      fireEvent.click(copy.getByRole('button', { name: 'Make a new copy' }));
      await wait(10);
      expect(asked.calls).toHaveLength(1);
    });

    it('turns into the button again when it expires, even on an open page', async () => {
      const copy = await openAt('2027-03-15T14:04:00.000Z');
      expect(copy.getByRole('button', { name: /^Download the ZIP/ })).toBeVisible();
      await wait(60_000);
      expect(copy.queryByRole('button', { name: /^Download the ZIP/ })).toBeNull();
      expect(copy.getByText('Your last copy has expired.')).toBeVisible();
      expect(copy.getByRole('button', { name: 'Make my copy' })).toBeVisible();
    });
  });

  it('can be requested again after a failure; a refused request shows the reason', async () => {
    mockPrivacy();
    mockEndpoint(exportState, { copy: copyOf({ state: 'failed', bytes: null, expiresAt: null, token: null }) });
    mockEndpoint(requestExport, fails({ code: 429, message: 'Too many tries.' }));
    const { user, portal } = open();
    expect(await screen.findByText('Your copy could not be made. Please try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make my copy' }));
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Too many tries.' }]));
  });
});

describe('the deletion', () => {
  it('explains before the request which data is removed, which stays, and until when it can be cancelled', async () => {
    mockPrivacy();
    open();
    const deletion = await part('Delete my account');
    expect(deletion.getByText('Your bank details')).toBeVisible();
    expect(
      deletion.getByText(/^What you earned and were paid.*6 years after the end of the year in which your account is deleted\./),
    ).toHaveTextContent('Tax authorities may ask for pay records for that long.');
    await deletion.findByRole('button', { name: 'Delete my account' });
  });

  it('is requested after a question, and can be cancelled', async () => {
    mockPrivacy();
    const { user, portal } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    mockEndpoint(requestDeletion, fails({ code: 403, message: serverCopy.notConfirmed, reason: 'confirmation' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete my account' }));
    await user.click(dialog.getByRole('button', { name: 'Request deletion' }));
    expect(await dialog.findByText(serverCopy.notConfirmed)).toBeVisible();
    const asked = mockEndpoint(requestDeletion, { request });
    mockEndpoint(deletionState, { request });
    await user.click(dialog.getByRole('button', { name: 'Request deletion' }));
    expect(await screen.findByText('You asked us to delete your account. You can change your mind until Tue, Apr 13, 2027.')).toBeVisible();
    expect(asked.calls).toEqual([{}]);
    mockEndpoint(cancelDeletion, { request: null });
    mockEndpoint(deletionState, { request: null });
    await user.click(screen.getByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeVisible();
    expect(portal.toasts.map(({ text }) => text)).toEqual([
      'We received your request. You can take it back until the date shown here.',
      'Your request is taken back. Nothing was deleted.',
    ]);
  });
});

it('each part fails alone', async () => {
  mockPrivacy();
  mockEndpoint(readLocations, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByText('Your locations could not be loaded')).toBeVisible();
  expect(await screen.findByText('Profile and address')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Make my copy' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeVisible();
});
