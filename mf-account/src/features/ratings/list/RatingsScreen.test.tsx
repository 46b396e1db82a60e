import { appealRating, listRatings, type Rating, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { ratingOf } from '@portal/testing/ratings';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const media = (isWide: boolean) =>
  jest.spyOn(window, 'matchMedia').mockReturnValue({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList);

/** My Ratings on a wide screen, with the detail of every rating. */
function open(ratings: Rating[], path = '/jobRating', isWide = true) {
  media(isWide);
  const list = mockEndpoint(listRatings, { docs: ratings });
  const detail = mockEndpoint(ratingDetail, ({ id }) => ratings.find((one) => one.id === id) ?? fails({ code: 404, message: 'Gone' }));
  return { list, detail, ...renderScreen(<Screens />, { path }) };
}
const right = async () => within(await screen.findByRole('region', { name: 'Rating Detail' }));
const fact = async (label: string) => (await (await right()).findByText(label)).nextElementSibling;

describe('the list', () => {
  it('[RATING-01] shows a loading spinner while it loads', async () => {
    media(true);
    let answer: (value: { docs: Rating[] }) => void = () => undefined;
    mockEndpoint(listRatings, () => new Promise<{ docs: Rating[] }>((resolve) => (answer = resolve)));
    renderScreen(<Screens />, { path: '/jobRating' });
    const spinner = await screen.findByRole('status', { name: 'Loading your ratings' });
    expect(spinner).toBeVisible();
    expect(spinner).toHaveClass('spinner');
    await act(async () => answer({ docs: [] }));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading your ratings' })).toBeNull());
  });

  it('[RATING-02, RATING-03, RATING-16, ROUTE-23] is on the left with job titles and location names, from GET /guards/rating', async () => {
    const { list } = open([ratingOf(), ratingOf({}, 2)]);
    const left = await screen.findByRole('region', { name: 'Rated jobs' });
    expect(screen.getByRole('heading', { level: 1, name: 'My Ratings' })).toBeVisible();
    const items = within(within(left).getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Gate watch 1Yard 1/),
      expect.stringMatching(/^Gate watch 2Yard 2/),
    ]);
    expect(left.compareDocumentPosition(await screen.findByRole('region', { name: 'Rating Detail' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(listRatings).toMatchObject({ method: 'GET', path: '/guards/rating' });
    expect(list.calls).toEqual([{}]);
    await fact('Date');
  });

  it('[RATING-15, SHARED-33/5] shows an empty-state image without ratings', async () => {
    open([]);
    expect(await screen.findByRole('img', { name: 'No ratings' })).toBeVisible();
    expect(screen.getByText('No ratings yet')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Rating Detail' })).toBeNull();
  });

  it('[RATING-15] shows no such image with one rating', async () => {
    open([ratingOf()]);
    await fact('Date');
    expect(screen.queryByRole('img', { name: 'No ratings' })).toBeNull();
    expect(screen.queryByText('No ratings yet')).toBeNull();
  });

  it.each([400, 403, 429, 500])(
    '[RATING-18] shows the server message as a toast when it cannot be read (%i), and reads again on Retry',
    async (code) => {
      media(true);
      mockEndpoint(listRatings, fails({ code, message: 'Ratings are closed tonight' }));
      const { portal, user } = renderScreen(<Screens />, { path: '/jobRating' });
      await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Ratings are closed tonight' }]));
      mockEndpoint(listRatings, { docs: [ratingOf()] });
      mockEndpoint(ratingDetail, ratingOf());
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole('link', { name: 'Gate watch 1' })).toBeVisible();
      await fact('Date');
      expect(portal.toasts).toHaveLength(1);
    },
  );

  it('shows no toast without a connection, because the shell reports it', async () => {
    media(true);
    mockEndpoint(listRatings, fails({ code: 0, message: 'No answer' }));
    const { portal } = renderScreen(<Screens />, { path: '/jobRating' });
    expect(await screen.findByText('Your ratings could not be loaded')).toBeVisible();
    expect(portal.toasts).toEqual([]);
  });

  it('has ten a page, and keeps the page when a rating is chosen', async () => {
    const { user } = open(
      Array.from({ length: 11 }, (_, at) => ratingOf({}, at + 1)),
      '/jobRating?page=2',
      false,
    );
    const item = await screen.findByRole('link', { name: 'Gate watch 11' });
    expect(screen.queryByRole('link', { name: 'Gate watch 10' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', '/jobRating');
    await user.click(item);
    await fact('Date');
    expect(screen.getByRole('link', { name: 'All ratings' })).toHaveAttribute('href', '/jobRating?page=2');
  });
});

describe('the detail', () => {
  it('[RATING-04, RATING-05, RATING-06, RATING-07] is titled Rating Detail, with date, job title and job location', async () => {
    const second = ratingOf({ shiftId: { ...ratingOf().shiftId, shiftDate: '2027-02-07' } }, 2);
    open([ratingOf(), second], `/jobRating?rating=${second.id}`);
    const heading = await screen.findByRole('heading', { level: 2, name: 'Rating Detail' });
    expect(heading).toBeVisible();
    const left = screen.getByRole('region', { name: 'Rated jobs' });
    expect(left.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(await fact('Date')).toHaveTextContent('07-02-2027');
    expect(await fact('Job Title')).toHaveTextContent('Gate watch 2');
    expect(await fact('Job Location')).toHaveTextContent('Yard 2');
  });

  it('[RATING-05] shows the day of the rating at the site if the shift has no date', async () => {
    open([ratingOf({ createdAt: '2027-03-11T01:00:00.000Z', shiftId: { ...ratingOf().shiftId, shiftDate: null } })]);
    expect(await fact('Date')).toHaveTextContent('10-03-2027');
  });

  it('[RATING-08, RATING-10, RATING-11] shows read-only stars, the end reason and the shift end comment as description', async () => {
    open([ratingOf()]);
    const stars = await (await right()).findByRole('img', { name: 'Rating: 4.5 out of 5 stars' });
    expect(stars).toBeVisible();
    expect(within(stars).queryByRole('radio')).toBeNull();
    expect(await fact('End Reason')).toHaveTextContent('The shift is complete');
    expect(await fact('Description')).toHaveTextContent('Handed over the keys');
  });

  it('[RATING-10] has no line for a missing end reason', async () => {
    open([ratingOf({ shiftId: { ...ratingOf().shiftId, endReasonId: null, shiftEndComment: '' } })]);
    await fact('Date');
    expect(screen.queryByText('End Reason')).toBeNull();
    expect(await fact('Description')).toHaveTextContent('You left no comment.');
  });

  it.each([
    [2.5, 'Arrived late.', 'Arrived late.'],
    [0.5, '', 'No Data'],
  ])(
    '[RATING-12, RATING-14, RATING-20/2] under 3 (%p) shows "Reason For Minimum Job Rating": %p is %p',
    async (rating, description, shown) => {
      open([ratingOf({ rating, description })]);
      expect((await fact('Reason For Minimum Job Rating'))?.textContent).toBe(shown);
    },
  );

  it.each([
    [2.5, 1],
    [3, 0],
    [5, 0],
  ])('[RATING-12, RATING-13] of %p has the reason %d times', async (rating, times) => {
    open([ratingOf({ rating })]);
    await fact('Date');
    expect(screen.queryAllByText('Reason For Minimum Job Rating')).toHaveLength(times);
  });

  it('[RATING-20/1] the description is the shift end comment, never the customer’s text', async () => {
    open([ratingOf({ rating: 2, description: 'Arrived late.' })]);
    expect((await fact('Description'))?.textContent).toBe('Handed over the keys');
  });

  it('[RATING-17] choosing a rated job loads GET /guards/rating/{id} and changes the address; back returns to the list', async () => {
    const { detail, user, portal } = open([ratingOf(), ratingOf({}, 2)], '/jobRating', false);
    await user.click(await screen.findByRole('link', { name: 'Gate watch 2' }));
    expect(await fact('Job Title')).toHaveTextContent('Gate watch 2');
    expect(ratingDetail).toMatchObject({ method: 'GET', path: '/guards/rating/:id' });
    expect(detail.calls).toEqual([{ id: ratingOf({}, 2).id }]);
    expect(portal.navigations.at(-1)?.to ?? window.location.search).toContain(`rating=${ratingOf({}, 2).id}`);
    expect(screen.getByRole('link', { name: 'Gate watch 2' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('link', { name: 'All ratings' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Rating Detail' })).toBeNull());
  });

  it.each([400, 403, 429, 500])(
    '[RATING-19] shows the server message as a toast when it cannot be read (%i), and keeps the list',
    async (code) => {
      media(true);
      mockEndpoint(listRatings, { docs: [ratingOf()] });
      mockEndpoint(ratingDetail, fails({ code, message: 'This one is locked' }));
      const { portal } = renderScreen(<Screens />, { path: '/jobRating' });
      await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'This one is locked' }]));
      expect(screen.getByRole('link', { name: 'Gate watch 1' })).toBeVisible();
      expect(screen.getByText('This rating could not be loaded')).toBeVisible();
    },
  );

  it.each([
    [true, 1],
    [false, 0],
  ])('of the first rating is next to the list on a wide screen only: wide %p', async (isWide, times) => {
    const { detail } = open([ratingOf()], '/jobRating', isWide);
    await screen.findByRole('link', { name: 'Gate watch 1' });
    await waitFor(() => expect(detail.calls).toHaveLength(times));
    if (isWide) await fact('Date');
  });

  it('requests nothing when the address names no rating of the guard', async () => {
    const { detail } = open([ratingOf()], `/jobRating?rating=${ratingOf({}, 2).id}`);
    expect(await screen.findByText('This rating is not in your list. Please choose another.')).toBeVisible();
    expect(detail.calls).toEqual([]);
  });
});

describe('an appeal', () => {
  const made = { ticketId: ratingOf({}, 9).id, at: '2027-03-14T15:00:00.000Z' };

  it('is sent once, with or without a reason; then its ticket is linked', async () => {
    const { user, portal } = open([ratingOf({ rating: 2 })]);
    const appealed = mockEndpoint(appealRating, ratingOf({ rating: 2, appeal: made }));
    await user.click(await screen.findByRole('button', { name: 'Appeal this rating' }));
    await user.type(screen.getByRole('textbox'), 'The gate was locked');
    mockEndpoint(ratingDetail, ratingOf({ rating: 2, appeal: made }));
    await user.click(screen.getByRole('button', { name: 'Send the appeal' }));
    expect(await screen.findByText(/^Appealed on Sun, Mar 14, 2027/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the ticket' })).toHaveAttribute('href', `/ticketDetail/${made.ticketId}`);
    expect(screen.queryByRole('button', { name: 'Appeal this rating' })).toBeNull();
    expect(appealed.calls).toEqual([{ id: ratingOf().id, words: 'The gate was locked' }]);
    expect(portal.toasts).toEqual([{ kind: 'success', text: 'We received your appeal and will reply in the ticket.' }]);
  });

  it('shows the reason of a refusal, and keeps the input', async () => {
    const { user } = open([ratingOf()]);
    mockEndpoint(appealRating, fails({ code: 404, message: 'There is no such rating.' }));
    await user.click(await screen.findByRole('button', { name: 'Appeal this rating' }));
    await user.type(screen.getByRole('textbox'), 'Please look again');
    await user.click(screen.getByRole('button', { name: 'Send the appeal' }));
    expect((await screen.findAllByText('There is no such rating.'))[0]).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveValue('Please look again');
  });

  it('is not offered with an API without appeals', async () => {
    open([{ ...ratingOf(), appeal: undefined }]);
    await fact('Date');
    expect(screen.queryByRole('button', { name: 'Appeal this rating' })).toBeNull();
  });
});

it('the trend shows the average and the change of the latest five, and has a table', async () => {
  const given = [5, 4.5, 4, 5, 4.5, 4, 4, 2.5, 4, 4];
  const { user } = open(given.map((rating, at) => ratingOf({ rating }, at + 1)));
  const trend = within(await screen.findByRole('region', { name: 'Rating trend' }));
  expect(trend.getByText(/^4.2/)).toBeVisible();
  expect(trend.getByText('10 ratings, 1 under 3')).toBeVisible();
  expect(trend.getByText('Your last 5: 4.6 on average, 0.9 higher than the 5 before.')).toBeVisible();
  await user.click(trend.getByText('As a table'));
  expect(
    trend
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([...given].reverse().map((rating, at) => `10-03-2027Gate watch ${10 - at}${rating}`));
  await fact('Date');
});
