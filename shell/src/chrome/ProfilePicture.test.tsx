import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { render, waitFor } from '@testing-library/react';
import { ProfilePicture } from './TopBar';

it("[SHELL-26] shows the guard's picture through the media preview", async () => {
  const mocked = mockEndpoint(previewMedia, null);
  const { container } = render(<ProfilePicture guard={guard({ profileImage: 'ada.png' })} />);
  await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', 'blob:test'));
  expect(mocked.calls).toEqual([{ filename: 'ada.png' }]);
});

it('[SHELL-08] shows the default picture when it cannot be read', async () => {
  const mocked = mockEndpoint(previewMedia, fails({ code: 404, message: 'Gone' }));
  const { container } = render(<ProfilePicture guard={guard({ profileImage: 'ada.png' })} />);
  await waitFor(() => expect(mocked.calls).toHaveLength(1));
  await waitFor(() => expect(container.querySelector('svg')).toBeInTheDocument());
  expect(container.querySelector('img')).toBeNull();
});
