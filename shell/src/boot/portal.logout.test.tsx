import { logout } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Question } from '../notices/NoticesRegion';
import { createSessionStore } from '../session/sessionStore';
import { openPortal } from './portal.fixture';

/** Whether the code of the logout loads. A module that threw runs again at its next import, as a failed chunk loads again. */
const mockCode = { loads: false };
jest.mock('../session/logout', () => {
  if (!mockCode.loads) throw new Error('Loading chunk outbox failed.');
  return jest.requireActual<object>('../session/logout');
});

afterEach(() => createSessionStore().clear());

it('Logout shows a message while its code does not load, keeps the session, and opens the confirmation once it loads', async () => {
  const mocked = mockEndpoint(logout, null);
  const { portal, session, notices, moves } = openPortal(guard());
  await portal.session.logout();
  await portal.session.logout();
  const message = 'Log out is not ready. Check your connection and try again.';
  expect(notices.toasts.get().map(({ kind, text }) => [kind, text])).toEqual([['error', message]]);
  expect([session.token(), mocked.calls, moves, notices.asked.get()]).toEqual(['mine', [], [], null]);

  mockCode.loads = true;
  render(<Question parts={{ notices }} />);
  let done: Promise<unknown> | undefined;
  act(() => {
    done = portal.session.logout();
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await done;
  expect([session.token(), mocked.calls.length]).toEqual([null, 1]);
});
