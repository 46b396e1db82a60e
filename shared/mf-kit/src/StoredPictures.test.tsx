import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StoredPictures } from './StoredPictures';

it("shows stored pictures as thumbnails and in a viewer, loaded with the guard's token", async () => {
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

describe('many of them', () => {
  const names = Array.from({ length: 69 }, (_, at) => `p${at}.jpg`);
  let see: (from: number, to: number) => void = () => undefined;
  beforeEach(() => {
    const watched: { target: Element; tell: IntersectionObserverCallback }[] = [];
    window.IntersectionObserver = class {
      constructor(readonly tell: IntersectionObserverCallback) {}
      observe(target: Element) {
        watched.push({ target, tell: this.tell });
      }
      disconnect() {}
    } as never;
    see = (from, to) =>
      act(() => {
        for (const { target, tell } of watched.slice(from, to))
          tell([{ target, isIntersecting: true } as unknown as IntersectionObserverEntry], null as never);
      });
  });
  const { IntersectionObserver: before } = window;
  afterEach(() => {
    window.IntersectionObserver = before;
  });

  it('load when they come into view, four at a time', async () => {
    const answers: (() => void)[] = [];
    const preview = mockEndpoint(previewMedia, () => new Promise((resolve) => answers.push(() => resolve(new Blob(['picture'])))));
    const { unmount } = render(<StoredPictures label="Your pictures" filenames={names} />);
    expect(preview.calls).toEqual([]);
    see(0, 6);
    expect(preview.calls).toHaveLength(4);
    await act(async () => answers[0]?.());
    expect(preview.calls).toHaveLength(5);
    unmount();
    for (const answer of answers) await act(async () => answer());
    for (const answer of answers) await act(async () => answer());
  });

  it('do not wait for a picture that was removed before its download', async () => {
    const preview = mockEndpoint(previewMedia, new Blob(['picture']));
    const { unmount } = render(<StoredPictures label="Your pictures" filenames={names} />);
    see(0, 30);
    unmount();
    const again = render(<StoredPictures label="Other pictures" filenames={['z.jpg']} />);
    see(69, 70);
    await waitFor(() => expect(preview.calls.at(-1)).toEqual({ filename: 'z.jpg' }));
    again.unmount();
  });
});

it('renders nothing when there are no pictures', () => {
  const { container } = render(<StoredPictures label="Your pictures" filenames={[]} />);
  expect(container).toBeEmptyDOMElement();
});
