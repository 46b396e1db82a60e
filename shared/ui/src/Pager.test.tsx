import { fireEvent, render, screen } from '@testing-library/react';
import { Pager } from './Pager';

const numbered = (role: 'link' | 'button') => screen.getAllByRole(role, { name: /^Page \d/ });

it.each([
  { page: 1, pageCount: 12, shown: [1, 2, 3, 4, 5] },
  { page: 3, pageCount: 12, shown: [1, 2, 3, 4, 5] },
  { page: 4, pageCount: 12, shown: [2, 3, 4, 5, 6] },
  { page: 11, pageCount: 12, shown: [8, 9, 10, 11, 12] },
  { page: 12, pageCount: 12, shown: [8, 9, 10, 11, 12] },
  { page: 2, pageCount: 3, shown: [1, 2, 3] },
])('[SHARED-34/1] shows five links that include page $page of $pageCount', ({ page, pageCount, shown }) => {
  render(<Pager page={page} pageCount={pageCount} hrefFor={(to) => `?page=${to}`} />);
  expect(numbered('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    shown.map((to) => [`${to}`, `?page=${to}`]),
  );
});

it('[SHARED-27] shows 5 page links and marks the current one', () => {
  render(<Pager page={7} pageCount={20} hrefFor={(page) => `?page=${page}`} />);
  expect(numbered('link').map((link) => link.textContent)).toEqual(['5', '6', '7', '8', '9']);
  expect(screen.getByRole('link', { name: 'Page 7' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '?page=8');
});

it('handles plain clicks, and leaves clicks for another tab to the browser', () => {
  const onPage = jest.fn();
  render(<Pager page={1} pageCount={3} hrefFor={(page) => `#${page}`} onPage={onPage} />);
  const second = screen.getByRole('link', { name: 'Page 2' });
  expect(fireEvent.click(second)).toBe(false);
  expect(fireEvent.click(second, { ctrlKey: true })).toBe(true);
  expect(onPage.mock.calls).toEqual([[2]]);
});

it('works without links, and has no link before the first and after the last page', () => {
  const onPage = jest.fn();
  const { rerender } = render(<Pager page={1} pageCount={2} onPage={onPage} />);
  expect(screen.queryByRole('button', { name: 'Previous page' })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onPage).toHaveBeenCalledWith(2);
  rerender(<Pager page={2} pageCount={2} onPage={onPage} />);
  expect(screen.queryByRole('button', { name: 'Next page' })).not.toBeInTheDocument();
});

it.each([0, 1])('renders nothing for %s pages', (pageCount) => {
  const { container } = render(<Pager page={1} pageCount={pageCount} />);
  expect(container).toBeEmptyDOMElement();
});
