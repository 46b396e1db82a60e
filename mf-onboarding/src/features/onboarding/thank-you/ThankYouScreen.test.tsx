import type { Guard } from '@portal/contracts/_kernel/guard';
import { session as readSession } from '@portal/contracts/auth/auth.endpoints';
import { guard, guardAt } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, within } from '@testing-library/react';
import { ThankYouScreen } from './ThankYouScreen';
import { RECHECK_MS } from './useApproval';

const now = '2027-03-14T15:00:00.000Z';
const visit = (path = '/thankYou') => renderScreen(<ThankYouScreen />, { path, guard: null });
const wait = (session = {}, who: Guard = guardAt.approval()) =>
  renderScreen(<ThankYouScreen />, { path: '/thankYou', guard: who, portal: { session } });
/** The page for a visitor who registered, and for a guard who waits. */
const readers = [
  ['a visitor', () => visit()],
  [
    'a guard who waits',
    () => {
      mockEndpoint(readSession, { guard: guardAt.approval(), now });
      return wait();
    },
  ],
] as const;
const steps = () => screen.getAllByRole('listitem').map((item) => item.textContent ?? '');

afterEach(() => jest.useRealTimers());

it.each(readers)(
  '[THANKYOU-03, THANKYOU-04, THANKYOU-09, THANKYOU-10] thanks %s, and shows that the profile is under verification',
  (_, meet) => {
    meet();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Thank you for registering$/);
    expect(screen.getByText(/profile is under verification/)).toBeVisible();
    expect(screen.getByText(/You will be approved before Autumn'22\./)).toBeVisible();
    expect(screen.getByText(/Please wait for approval/)).toBeVisible();
  },
);

it.each([
  ['[THANKYOU-05, THANKYOU-13/1]', 0, '01', 'Profile Approval'],
  ['[THANKYOU-06, THANKYOU-13/1]', 1, '02', 'Add Documents'],
  ['[THANKYOU-07, THANKYOU-13/1]', 2, '03', 'Get Approved'],
  ['[THANKYOU-08, THANKYOU-13/1]', 3, '04', 'Apply Jobs'],
])('%s shows its step at place %i', (_, place, number, title) => {
  for (const [, meet] of readers) {
    const { unmount } = meet();
    expect(steps()).toHaveLength(4);
    expect(steps()[place]).toContain(number + title);
    unmount();
  }
});

it.each(readers)('[THANKYOU-11, THANKYOU-12] offers %s support by e-mail and a link home', (_, meet) => {
  meet();
  expect(screen.getByRole('link', { name: 'support@example.com' })).toHaveAttribute('href', 'mailto:support@example.com');
  expect(screen.getByRole('link', { name: 'Back To Home' })).toHaveAttribute('href', '/');
});

it.each([
  ['[THANKYOU-02, ROUTING-11/3] full', '/thankYou?isLicense=full'],
  ['[THANKYOU-02, ROUTING-11/3] blank', '/thankYou?isLicense='],
  ['[THANKYOU-02] another value', '/thankYou?isLicense=maybe'],
])('%s: the page is the same', (_, path) => {
  const { container } = visit(path);
  const reference = visit('/thankYou').container;
  expect(container.innerHTML).toBe(reference.innerHTML);
});

it.each([
  ['[THANKYOU-02, ROUTING-11/3] full', '/thankYou?isLicense=full'],
  ['[THANKYOU-02, ROUTING-11/3] blank', '/thankYou?isLicense='],
])('%s: the page of a guard with a session is the same', async (_, path) => {
  mockEndpoint(readSession, { guard: guardAt.licence(), now });
  const shownAt = async (address: string) => {
    const { container, unmount } = renderScreen(<ThankYouScreen />, { path: address, guard: guardAt.licence() });
    await screen.findByText(/do not have your licence number yet/);
    const { innerHTML } = container;
    unmount();
    return innerHTML;
  };
  expect(await shownAt(path)).toBe(await shownAt('/thankYou'));
});

it('[THANKYOU-13/2, ADDDOCS-13/1] links step 02 to My Documents only for a guard with a session, and never to /addDocs', async () => {
  mockEndpoint(readSession, { guard: guardAt.approval(), now });
  const { unmount } = visit();
  expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('02');
  expect(screen.queryByRole('link', { name: 'Add Documents' })).toBeNull();
  unmount();
  wait();
  const second = screen.getAllByRole('listitem')[1] as HTMLElement;
  expect(second).toHaveTextContent('02');
  expect(within(second).getByRole('link', { name: 'Add Documents' })).toHaveAttribute('href', '/guard/documents');
  expect(screen.getAllByRole('link', { name: 'Add Documents' })).toHaveLength(1);
  expect(document.querySelector('a[href*="addDocs"]')).toBeNull();
});

it('reads the session again every 10 seconds, and passes the approved guard to the shell, which opens the next step', async () => {
  jest.useFakeTimers();
  let current = guardAt.approval();
  const mocked = mockEndpoint(readSession, () => ({ guard: current, now }));
  const updates: Guard[] = [];
  wait({ update: (latest: Guard) => void updates.push(latest) });
  expect(screen.getByText('Waiting for approval.')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(updates).toHaveLength(1);
  current = guard();
  await act(() => jest.advanceTimersByTimeAsync(RECHECK_MS));
  expect(updates).toHaveLength(2);
  expect(updates.at(-1)?.status).toBe(1);
  expect(mocked.calls).toHaveLength(2);
});

it.each([
  ['an approval', guardAt.approval(), guard(), 'You are approved. Welcome! You can look for jobs now.'],
  ['a recorded licence', guardAt.licence(), guardAt.privacy(), 'Your licence number is recorded. Continue your registration here.'],
  ['nothing new', guardAt.approval(), guardAt.approval(), null],
])('announces %s, wherever the shell received it', (_, before, after, said) => {
  mockEndpoint(readSession, { guard: before, now });
  let current = { guardId: before.id, guard: before };
  const listeners: (() => void)[] = [];
  const { portal } = wait(
    {
      current: () => current,
      subscribe: (listener: () => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    },
    before,
  );
  current = { guardId: after.id, guard: after };
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(portal.toasts).toEqual(said ? [{ kind: 'success', text: said }] : []);
});

it('does not read while the page is hidden, and reads immediately when it is visible again', async () => {
  jest.useFakeTimers();
  const mocked = mockEndpoint(readSession, { guard: guardAt.approval(), now });
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  wait();
  await act(() => jest.advanceTimersByTimeAsync(RECHECK_MS * 3));
  expect(mocked.calls).toHaveLength(0);
  visibility.mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(mocked.calls).toHaveLength(1);
  visibility.mockRestore();
});

it('leaves it to the shell to show that the portal cannot be reached, and reads again', async () => {
  jest.useFakeTimers();
  const mocked = mockEndpoint(readSession, fails({ code: 0, message: 'No answer' }));
  wait();
  await act(() => jest.advanceTimersByTimeAsync(RECHECK_MS));
  expect(mocked.calls).toHaveLength(2);
  expect(screen.queryByText(/reach the portal|keep trying/)).toBeNull();
});

it('shows that the server could not answer, until it answers', async () => {
  jest.useFakeTimers();
  let isBroken = true;
  mockEndpoint(readSession, () => (isBroken ? fails({ code: 500, message: 'Broken' }) : { guard: guardAt.approval(), now }));
  wait();
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByText(/We could not check just now. We will try again./)).toBeVisible();
  isBroken = false;
  await act(() => jest.advanceTimersByTimeAsync(RECHECK_MS));
  expect(screen.queryByText(/could not check/)).toBeNull();
});

it('informs a guard without a licence number that it is missing', async () => {
  mockEndpoint(readSession, { guard: guardAt.licence(), now });
  wait({}, guardAt.licence());
  expect(await screen.findByText(/do not have your licence number yet/)).toBeVisible();
});
