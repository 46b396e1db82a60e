// Needs a separate jest file: it counts what other tests of the file left.
import { call } from '@portal/api-client/call';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { act, screen } from '@testing-library/react';
import { guard } from './guard';
import { mockId } from './ids';
import { fails, forgiveFaults, mockEndpoint } from './mockEndpoint';
import { renderScreen } from './renderScreen';

function Profile({ id = mockId(1) }: { id?: string }) {
  const { data, hasData, error, retry } = useQuery(profile, { id });
  if (error)
    return (
      <button type="button" onClick={retry}>
        {error.userMessage}
      </button>
    );
  return <h1>{hasData ? data.guard.firstName : Object.keys(data).length === 0 ? 'empty' : 'odd'}</h1>;
}

function Keys() {
  const { data, error } = useQuery(profile, { id: mockId(1) });
  return (
    <>
      <h1>{JSON.stringify(data)}</h1>
      {error && 'failed'}
    </>
  );
}

function Specialities() {
  const { data, error } = useQuery(listSpecialities, {});
  return (
    <>
      <h1>{data.length} specialities</h1>
      {error && 'failed'}
    </>
  );
}

function Login() {
  const { send, busy, failure } = useWrite(login);
  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void send({ email: 'a@example.com', password: 'x', deviceToken: 'web', deviceId: 'web', deviceType: 3 })}
    >
      {failure ? failure.message : 'Log in'}
    </button>
  );
}

it('[SHELL-40/1] gives a screen an empty object until the reply arrives', async () => {
  mockEndpoint(profile, { guard: guard({ firstName: 'Noor' }) });
  renderScreen(<Profile />);
  expect(screen.getByRole('heading')).toHaveTextContent('empty');
  expect(await screen.findByRole('heading', { name: 'Noor' })).toBeVisible();
});

it('[SHELL-40/1] gives a screen an empty object if no reply arrives', async () => {
  mockEndpoint(profile, fails({ code: 0, message: 'No answer' }));
  renderScreen(<Keys />);
  expect(screen.getByRole('heading')).toHaveTextContent(/^\{\}$/);
  expect(await screen.findByText('failed')).toBeVisible();
  expect(screen.getByRole('heading')).toHaveTextContent(/^\{\}$/);
});

it('[SHELL-40/2] gives a screen an empty list if a call that replies with a list gets no reply', async () => {
  mockEndpoint(listSpecialities, fails({ code: 0, message: 'No answer' }));
  renderScreen(<Specialities />);
  expect(screen.getByRole('heading')).toHaveTextContent('0 specialities');
  expect(await screen.findByText('failed')).toBeVisible();
  expect(screen.getByRole('heading')).toHaveTextContent('0 specialities');
});

it('[SHELL-39/1, SHELL-39/2] returns a failed read as an error with a message, and reads again on retry', async () => {
  mockEndpoint(profile, fails({ code: 403, message: 'Not yours' }));
  const { user } = renderScreen(<Profile />);
  const retry = await screen.findByRole('button', { name: 'Not yours' });
  mockEndpoint(profile, { guard: guard({ firstName: 'Noor' }) });
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'Noor' })).toBeVisible();
});

it('[SHELL-39/1, SHELL-39/2] returns a failed write as an error with a message', async () => {
  mockEndpoint(login, fails({ code: 401, message: 'No such pair' }));
  const { user } = renderScreen(<Login />);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('button', { name: 'No such pair' })).toBeEnabled();
});

it('[SHELL-39/1, SHELL-39/2] returns an exception that is not a reply as an error with a message, too', async () => {
  for (const broken of [profile, login] as const) mockEndpoint(broken as typeof profile, () => Promise.reject(new TypeError('broken')));
  const read = renderScreen(<Profile />);
  expect(await screen.findByRole('button')).toHaveTextContent(/^\w.+\.$/);
  read.unmount();
  const { user } = renderScreen(<Login />);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('button', { name: /^(?!Log in$)\w/ })).toBeEnabled();
});

it('reads again when a module reports a change of the domain', async () => {
  const mocked = mockEndpoint(profile, { guard: guard() });
  const { portal } = renderScreen(<Profile />);
  await screen.findByRole('heading', { name: 'Ada' });
  await act(async () => portal.changed('guards'));
  await screen.findByRole('heading', { name: 'Ada' });
  expect(mocked.calls).toHaveLength(2);
});

it('refuses a reply and an input that do not match the schemas', async () => {
  mockEndpoint(profile, { guard: { ...guard(), status: 'one' as never } });
  await expect(call(profile, { id: mockId(1) })).rejects.toThrow(/output of guards.profile breaks its contract/);
  await expect(call(profile, { id: 'seven' })).rejects.toThrow(/input of guards.profile breaks its contract/);
  forgiveFaults();
});

it('reports a mismatch that the screen caught, and a call without a mock, at the end of the test', async () => {
  mockEndpoint(profile, { guard: guard() });
  await call(profile, { id: 'seven' }).catch(() => undefined);
  await call(login, { email: 'a@example.com', password: 'x', deviceToken: 'web', deviceId: 'web', deviceType: 3 }).catch(() => undefined);
  expect(forgiveFaults()).toEqual([
    expect.stringMatching(/^The input of guards.profile breaks its contract/),
    'auth.login was called without mockEndpoint()',
  ]);
});

describe('a screen after the end of its test', () => {
  let late: ReturnType<typeof renderScreen>;
  let portal: ReturnType<typeof usePortal>;

  function PortalReader() {
    portal = usePortal();
    return null;
  }

  it('is unmounted', () => {
    late = renderScreen(<PortalReader />);
    act(() => portal.navigate('/all-jobs'));
    expect(late.portal.navigations).toHaveLength(1);
  });

  it('changes nothing in a later test', () => {
    act(() => portal.navigate('/my-account'));
    expect(late.portal.navigations).toHaveLength(1);
  });
});
