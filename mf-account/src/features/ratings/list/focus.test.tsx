import { listRatings, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { ratingOf } from '@portal/testing/ratings';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { RatingsScreen } from './RatingsScreen';

/** Two ratings, on a phone or on a wide screen. */
function open(isWide: boolean) {
  const still = { addEventListener: () => undefined, removeEventListener: () => undefined };
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: isWide, ...still } as unknown as MediaQueryList);
  const ratings = [ratingOf(), ratingOf({}, 2)];
  mockEndpoint(listRatings, { docs: ratings });
  mockEndpoint(ratingDetail, ({ id }) => ratings.find((one) => one.id === id) ?? ratingOf());
  return renderScreen(<RatingsScreen />, { path: '/jobRating' });
}

it('[AUTHZ-34] a guard sees their ratings, each in full', async () => {
  open(true);
  expect(await screen.findByRole('link', { name: 'Gate watch 1' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Gate watch 2' })).toBeVisible();
  expect(await screen.findByText('4.5 of 5')).toBeVisible();
});

it('on a phone the focus moves into the rating, and back to its list item', async () => {
  const { user } = open(false);
  await user.click(await screen.findByRole('link', { name: 'Gate watch 2' }));
  expect(await screen.findByRole('heading', { name: 'Rating Detail' })).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'All ratings' }));
  expect(await screen.findByRole('link', { name: 'Gate watch 2' })).toHaveFocus();
});

it('on a wide screen, which shows both, the focus stays in the list', async () => {
  const { user } = open(true);
  const link = await screen.findByRole('link', { name: 'Gate watch 2' });
  await user.click(link);
  expect(await screen.findByText('Yard 2', { selector: 'dd *, dd' })).toBeVisible();
  expect(link).toHaveFocus();
});
