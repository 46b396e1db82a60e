import { listRatings, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { ratingOf } from '@portal/testing/ratings';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const STAR = 'M12 2.5l2.94 5.96 6.58.96-4.76 4.64 1.12 6.55L12 17.52l-5.88 3.09 1.12-6.55L2.48 9.42l6.58-.96z';
/** The path runs down the middle of a whole star, then around its left side. */
const HALF_STAR = 'M12 2.5v15.02l-5.88 3.09 1.12-6.55L2.48 9.42l6.58-.96z';

/** The stars in the detail of a chosen rating. */
async function open(rating: number) {
  const one = ratingOf({ rating });
  mockEndpoint(listRatings, { docs: [one] });
  mockEndpoint(ratingDetail, one);
  const { user } = renderScreen(<Screens />, { path: `/jobRating?rating=${one.id}` });
  const detail = within(await screen.findByRole('region', { name: 'Rating Detail' }));
  return { user, detail, stars: await detail.findByRole('img', { name: `Rating: ${rating} out of 5 stars` }) };
}

it.each([
  [0.5, [HALF_STAR]],
  [3, [STAR, STAR, STAR]],
  [3.5, [STAR, STAR, STAR, HALF_STAR]],
  [4.5, [STAR, STAR, STAR, STAR, HALF_STAR]],
  [5, [STAR, STAR, STAR, STAR, STAR]],
])('[RATING-09] draws %p in half-star steps', async (rating, drawn) => {
  const { stars } = await open(rating);
  expect([...stars.querySelectorAll('path.full')].map((path) => path.getAttribute('d'))).toEqual(drawn);
  expect(stars.querySelectorAll('svg')).toHaveLength(5);
  // A half star is drawn over an empty one.
  expect(stars.querySelectorAll('path.none + path.full')).toHaveLength(rating % 1 === 0 ? 0 : 1);
});

it('[RATING-08] the stars are read-only: they cannot be focused, and a press changes nothing', async () => {
  const { detail, stars, user } = await open(4.5);
  expect(stars).toBeVisible();
  expect(stars.querySelectorAll('a, button, input, [tabindex], [role]')).toHaveLength(0);
  for (const star of stars.querySelectorAll('svg')) await user.click(star);
  expect(detail.getAllByRole('img')).toEqual([stars]);
  expect(stars).toHaveAccessibleName('Rating: 4.5 out of 5 stars');
});
