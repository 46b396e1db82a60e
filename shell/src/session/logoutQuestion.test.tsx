import { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Question } from '../notices/NoticesRegion';
import { createNotices } from '../notices/notices';
import { logout } from './logout';
import { outboxOf } from './logout.fixture';
import { testSession } from './session.fixture';
import { createSessionStore } from './sessionStore';

afterEach(() => createSessionStore().clear());

it.each([
  ['Cancel', 'abc', 0],
  ['Logout', null, 1],
])('[SHELL-20, SHELL-43/1, SHELL-43/2] the dialog has the stated title and words; %s leaves the token %j', async (answer, token, calls) => {
  const notices = createNotices();
  const mocked = mockEndpoint(endpoint, null, 'Goodbye.');
  const enter = () => undefined;
  const session = testSession({ redirect: enter, toast: notices.toast });
  session.begin({ guard: guard(), tokens: { refresh: { token: 'abc' } } });
  render(<Question parts={{ notices }} />);
  const drafts = async () => ({ hasDrafts: async () => false, forgetGuard: async () => undefined });
  let isDone = false;
  act(() => void logout({ session, portal: notices, outbox: outboxOf(), redirect: enter, drafts }).then(() => (isDone = true)));
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure' });
  expect(dialog).toHaveAccessibleDescription('You want to logout?');
  await userEvent.click(screen.getByRole('button', { name: answer }));
  await waitFor(() => expect(isDone).toBe(true));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([session.token(), mocked.calls.length]).toEqual([token, calls]);
});
