import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { NewsletterStrip } from './NewsletterStrip';

async function open() {
  const shown = renderScreen(<NewsletterStrip />, { guard: null });
  await shown.user.click(screen.getByRole('button', { name: 'Subscribe' }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  return { ...shown, dialog, form, email: form.getByLabelText('Email'), submit: form.getByRole('button', { name: 'Subscribe' }) };
}

it('[PUBLIC-NEWS-01, PUBLIC-NEWS-02] invites to stay in touch', () => {
  renderScreen(<NewsletterStrip />, { guard: null });
  expect(screen.getByText('Stay in touch to get updates on our launch events and offers.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[PUBLIC-NEWS-03, PUBLIC-NEWS-04] opens the modal with an email field', async () => {
  const { dialog, email } = await open();
  expect(dialog).toHaveAccessibleName('Join our newsletter');
  expect(email).toHaveAttribute('autocomplete', 'email');
});

it.each([
  ['[PUBLIC-NEWS-05, PUBLIC-NEWS-08] empty', '', 'Email is required'],
  ['[PUBLIC-NEWS-06, PUBLIC-NEWS-07] nothing behind the @', 'ada@', 'Please enter valid email'],
  ['[PUBLIC-NEWS-06, PUBLIC-NEWS-07] nothing before the @', '@example.com', 'Please enter valid email'],
  ['[PUBLIC-NEWS-06, PUBLIC-NEWS-07] no @', 'ada.example.com', 'Please enter valid email'],
  ['[PUBLIC-NEWS-06, PUBLIC-NEWS-07] no dot behind the @', 'ada@example', 'Please enter valid email'],
])('%s: shows it at the field and sends nothing', async (_, typed, message) => {
  const mocked = mockEndpoint(subscribe, null);
  const { user, form, email, submit } = await open();
  if (typed) await user.type(email, typed);
  await user.click(submit);
  expect(await form.findByText(message)).toBeVisible();
  expect(mocked.calls).toEqual([]);
});

it('[PUBLIC-NEWS-09] sends nothing twice while a request is in flight', async () => {
  let answer: (value: null) => void = () => undefined;
  const mocked = mockEndpoint(subscribe, () => new Promise<null>((resolve) => (answer = resolve)));
  const { user, form, email, submit } = await open();
  await user.type(email, 'ada@example.com');
  await user.click(submit);
  expect(await form.findByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  await user.type(email, '{Enter}');
  await act(async () => answer(null));
  expect(mocked.calls).toHaveLength(1);
});

it('[PUBLIC-NEWS-10, PUBLIC-NEWS-11, PUBLIC-NEWS-12, PUBLIC-NEWS-13] subscribes: success toast, modal closed, email cleared', async () => {
  const mocked = mockEndpoint(subscribe, null, 'Welcome aboard.');
  const { user, portal, email, submit } = await open();
  await user.type(email, 'ada@example.com');
  await user.click(submit);
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'success', text: 'Welcome aboard.' }]));
  expect(subscribe).toMatchObject({ method: 'POST', path: '/news-letter/public/add' });
  expect(mocked.calls).toEqual([{ email: 'ada@example.com' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(within(await screen.findByRole('dialog')).getByLabelText('Email')).toHaveValue('');
});

it.each([400, 409, 429, 500])('[PUBLIC-NEWS-14] shows the code %i as an error toast; the modal and the email stay', async (code) => {
  mockEndpoint(subscribe, fails({ code, message: 'Not now.' }));
  const { user, portal, email, submit } = await open();
  await user.type(email, 'ada@example.com');
  await user.click(submit);
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Not now.' }]));
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(email).toHaveValue('ada@example.com');
});

it('shows the consent before a visitor subscribes', async () => {
  const { form } = await open();
  expect(form.getByText('By subscribing, you agree to get our news by e-mail. Every e-mail explains how to unsubscribe.')).toBeVisible();
});

describe('without JavaScript', () => {
  const serve = (posted: object | null = null) => {
    const page = { posted: posted && { form: 'newsletter.subscribe', errors: {}, values: {}, message: '', ...posted } };
    const { plain } = renderScreen(<NewsletterStrip />, { guard: null, served: true, page: page as never });
    if (!plain) throw new Error('It was not served');
    return plain;
  };

  it('the strip has a small form with the consent', () => {
    const form = serve();
    expect(form.getByLabelText('Email')).toHaveAccessibleDescription(/^By subscribing, you agree/);
    expect(form.getAllByRole('button', { name: 'Subscribe' }).at(-1)).toHaveAttribute('type', 'submit');
    // A page with its code has the button and the modal instead.
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('a refusal returns the form with the message and the input', () => {
    const form = serve({ ok: false, errors: { email: 'Please enter valid email' }, values: { email: 'ada@' } });
    expect(form.getByLabelText('Email')).toHaveAccessibleDescription(/Please enter valid email/);
    expect(form.getByLabelText('Email')).toHaveValue('ada@');
  });

  it('a success shows the message', () => {
    const form = serve({ ok: true, message: 'Thank you. You are on our list.' });
    expect(form.getByRole('status')).toHaveTextContent('Thank you. You are on our list.');
    expect(form.getByLabelText('Email')).toHaveValue('');
  });
});
