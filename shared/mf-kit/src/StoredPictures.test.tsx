import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StoredPictures } from './StoredPictures';

it('shows stored pictures small, and whole in a viewer, each fetched with the session', async () => {
  const preview = mockEndpoint(previewMedia, new Blob(['picture']));
  render(<StoredPictures label="Your pictures" filenames={['a.jpg', 'b.jpg']} />);
  expect(within(screen.getByRole('list', { name: 'Your pictures' })).getAllByRole('listitem')).toHaveLength(2);
  expect(preview.calls).toEqual([{ filename: 'a.jpg' }, { filename: 'b.jpg' }]);
  await userEvent.click(screen.getByRole('button', { name: 'View Picture 2' }));
  const viewer = screen.getByRole('dialog', { name: 'Picture 2' });
  expect(await within(viewer).findByRole('img', { name: 'Picture 2' })).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  expect(await within(viewer).findByRole('img', { name: 'Picture 1' })).toBeVisible();
});

it('shows nothing where there are none', () => {
  const { container } = render(<StoredPictures label="Your pictures" filenames={[]} />);
  expect(container).toBeEmptyDOMElement();
});
