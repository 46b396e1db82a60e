import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { local } from '@portal/device/storage';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, waitFor, within } from '@testing-library/react';
import { LicenceCardPart } from './LicenceCardPart';

jest.mock('@portal/ui/shrinkImage');

const me = guard({ licenseNumber: '12345678', securityRegistrationExpiryDate: '2027-03-27', profileImage: 'face.jpg' });
beforeEach(() => {
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file, thumb: new Blob(['face'], { type: 'image/jpeg' }) }));
});

const kept = () => JSON.parse(local.getItem('licencePhoto') ?? 'null');
async function openCard(who = me) {
  const opened = renderScreen(<LicenceCardPart guard={who} />);
  await opened.user.click(screen.getByRole('button', { name: 'Licence card' }));
  return { ...opened, card: within(screen.getByRole('dialog', { name: 'Security guard licence' })) };
}

it('shows name, photo, licence number, expiry and company over the whole screen', async () => {
  mockEndpoint(previewMedia, new Blob(['picture']));
  const { card, user } = await openCard();
  expect(card.getByText('Ada Marsh')).toBeVisible();
  expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Licence number', 'Expiry date', 'Company']);
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '12345678',
    '27/03/2027Ends in 13 days',
    'Guard Portal',
  ]);
  expect(await card.findByRole('img', { name: 'Ada Marsh' })).toHaveAttribute('src', 'data:image/jpeg;base64,ZmFjZQ==');
  await user.click(card.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stores a small photo on the device, and opens without a connection', async () => {
  mockEndpoint(previewMedia, new Blob(['picture']));
  const { unmount } = renderScreen(<LicenceCardPart guard={me} />);
  await waitFor(() => expect(kept()).toEqual({ guardId: me.id, filename: 'face.jpg', picture: 'data:image/jpeg;base64,ZmFjZQ==' }));
  unmount();
  const asked = mockEndpoint(previewMedia, fails({ code: 0, message: '' }));
  const { card } = await openCard();
  expect(card.getByRole('img', { name: 'Ada Marsh' })).toHaveAttribute('src', 'data:image/jpeg;base64,ZmFjZQ==');
  expect(asked.calls).toEqual([]);
});

it('never shows the photo of another guard, or an earlier photo', async () => {
  local.setItem('licencePhoto', JSON.stringify({ guardId: 'another', filename: 'face.jpg', picture: 'data:,1' }));
  mockEndpoint(previewMedia, fails({ code: 0, message: '' }));
  const { card, unmount } = await openCard();
  expect(card.queryByRole('img')).toBeNull();
  unmount();
  local.setItem('licencePhoto', JSON.stringify({ guardId: me.id, filename: 'old.jpg', picture: 'data:,1' }));
  expect((await openCard()).card.queryByRole('img')).toBeNull();
});

it('works without a photo and without an expiry; without a licence there is no card', async () => {
  const { card, unmount } = await openCard(guard({ securityRegistrationExpiryDate: null }));
  expect(card.getByText('Not known yet')).toBeVisible();
  unmount();
  renderScreen(<LicenceCardPart guard={guard({ licenseNumber: null })} />);
  expect(screen.queryByRole('button', { name: 'Licence card' })).toBeNull();
});
