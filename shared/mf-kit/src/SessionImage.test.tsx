import { toWire } from '@portal/contracts/_kernel/wire';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { render, screen } from '@testing-library/react';
import { SessionImage } from './SessionImage';

it('[SHELL-26] shows a stored image through GET /media/preview?filename={name}', async () => {
  const mocked = mockEndpoint(previewMedia, null);
  render(<SessionImage filename="site.jpg" alt="The gate" fallback={<p>No picture</p>} />);
  expect(await screen.findByRole('img', { name: 'The gate' })).toHaveAttribute('src', 'blob:test');
  expect(mocked.calls).toEqual([{ filename: 'site.jpg' }]);
  expect([previewMedia.method, previewMedia.path]).toEqual(['GET', '/media/preview']);
  expect(toWire(previewMedia, { filename: 'site of a gate.jpg' })).toEqual({ url: '/v1/media/preview?filename=site+of+a+gate.jpg' });
});

it('shows the fallback when there is no picture', () => {
  render(<SessionImage filename={null} alt="The gate" fallback={<p>No picture</p>} />);
  expect(screen.getByText('No picture')).toBeVisible();
});
