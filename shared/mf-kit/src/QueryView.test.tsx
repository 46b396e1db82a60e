import { copy } from '@portal/contracts/_kernel/copy';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { QueryView } from './QueryView';
import { useQuery } from './useQuery';

const summary = { totalEarning: '1900.5', eWallet: '800', hoursWorked: '42.50', rating: 4.5 };

function Totals({ mayBeGone = false }) {
  const [n, setN] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setN(2)}>
        Another
      </button>
      <QueryView
        query={useQuery(profileSummary, { id: mockId(n) }, { keepPrevious: true, follows: ['earnings'] })}
        notFoundIsAnswer={mayBeGone}
        failed="Your totals could not be loaded"
        loading={{ shape: 'stats', label: 'Loading your totals' }}
      >
        {({ hoursWorked }) => <p>{hoursWorked} hours</p>}
      </QueryView>
    </>
  );
}

it('shows the skeleton, then the data', async () => {
  mockEndpoint(profileSummary, summary);
  renderScreen(<Totals />);
  expect(screen.getByText('Loading your totals')).toBeInTheDocument();
  expect(await screen.findByText('42.50 hours')).toBeVisible();
  expect(screen.queryByText('Loading your totals')).toBeNull();
});

it('shows the reason of a failure with its log id, and retries', async () => {
  mockEndpoint(profileSummary, fails({ code: 429, message: 'Slow down', userMessage: 'Too many tries.' }));
  const { user } = renderScreen(<Totals />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your totals could not be loadedToo many tries.');
  expect(screen.queryByText('Loading your totals')).toBeNull();
  mockEndpoint(profileSummary, summary);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('42.50 hours')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('names no unsaved input when there is no connection', async () => {
  mockEndpoint(profileSummary, fails({ code: 0, message: 'No answer', userMessage: copy.offline }));
  renderScreen(<Totals />);
  expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the portal right now. Please try again.');
});

it('mentions no change when a read fails on the server', async () => {
  mockEndpoint(profileSummary, fails({ code: 500, message: copy.somethingWrong, userMessage: copy.somethingWrong }));
  renderScreen(<Totals />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Something went wrong on our side. Please try again.');
  expect(alert).not.toHaveTextContent('Nothing was changed');
});

it.each([404, 410])('treats a %d as an answer without a retry when the record may be deleted', async (code) => {
  mockEndpoint(profileSummary, fails({ code, message: 'It is gone.' }));
  renderScreen(<Totals mayBeGone />);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^It is gone\.$/);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('reports an invalid id as such, without field errors and without a retry', async () => {
  mockEndpoint(
    profileSummary,
    fails({ code: 400, message: 'Not an id', userMessage: serverCopy.checkFields, errors: { id: 'Not an id' } }),
  );
  renderScreen(<Totals mayBeGone />);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^We found nothing at this address\. The link may be incomplete or mistyped\.$/,
  );
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('keeps the data quietly after a failed revalidation, but not after a 404', async () => {
  mockEndpoint(profileSummary, summary);
  const { portal } = renderScreen(<Totals mayBeGone />);
  await screen.findByText('42.50 hours');
  mockEndpoint(profileSummary, fails({ code: 403, message: 'No' }));
  act(() => portal.changed('earnings'));
  expect(await screen.findByText(/^As of .*; we could not update it\.$/)).toBeVisible();
  expect(screen.getByText('42.50 hours')).toBeVisible();
  mockEndpoint(profileSummary, fails({ code: 410, message: 'It is gone.' }));
  act(() => portal.changed('earnings'));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is gone.');
  expect(screen.queryByText('42.50 hours')).toBeNull();
});

it('keeps a form with its input and shows a notice when its record was deleted', async () => {
  mockEndpoint(profileSummary, summary);
  function Noted() {
    return (
      <QueryView
        query={useQuery(profileSummary, { id: mockId(1) })}
        failed="Your totals could not be loaded"
        loading={{ count: 1, label: 'Loading your totals' }}
        notFoundIsAnswer
        goneNotice="They are gone; what you typed is still here."
      >
        {(_, isGone) => <input aria-label={isGone ? 'Note on nothing' : 'Note'} />}
      </QueryView>
    );
  }
  const { user, portal } = renderScreen(<Noted />);
  await user.type(await screen.findByLabelText('Note'), 'too few hours');
  mockEndpoint(profileSummary, fails({ code: 404, message: 'It is gone.' }));
  act(() => portal.changed('guards'));
  expect(await screen.findByText('They are gone; what you typed is still here.')).toBeVisible();
  expect(screen.getByLabelText('Note on nothing')).toHaveValue('too few hours');
});

it('never shows data under the name of another record', async () => {
  mockEndpoint(profileSummary, summary);
  const { user } = renderScreen(<Totals />);
  await screen.findByText('42.50 hours');
  mockEndpoint(profileSummary, () => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Another' }));
  await waitFor(() => expect(screen.getByText('Loading your totals')).toBeInTheDocument());
  expect(screen.queryByText('42.50 hours')).toBeNull();
});
