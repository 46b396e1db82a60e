import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import { chatServer, GATE, LOBBY, me, message, minuteAt } from '@portal/testing/chat';
import { emptyDevice } from '@portal/testing/deviceStorage';
import type { PortalOver } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { withLayout } from '@portal/testing/layout';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { Thread } from '@portal/thread/Thread';
import { Icon } from '@portal/ui/Icon';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ChatScreen } from '../ChatScreen';

withLayout({ viewport: 600, row: 60 });
beforeAll(() => Thread.preload());
afterEach(emptyDevice);

const IN_LOBBY = `/chat?room=${LOBBY}`;
const open = (path = IN_LOBBY, portal: PortalOver = {}) => renderScreen(<ChatScreen />, { path, portal });
const box = () => screen.findByRole('textbox', { name: 'Message to Lobby guard' });
const log = () => screen.findByRole('log', { name: 'Messages of Lobby guard' });
const bubble = async (text: string) => {
  const found = await within(await log()).findByText(text);
  return found.closest('article') as HTMLElement;
};

describe('writing', () => {
  it('[CHAT-03, CHAT-05, CHAT-14, SHELL-31] Enter sends the text; the box is empty for the next message and keeps the focus', async () => {
    const { sent } = chatServer();
    const { user, portal } = open();
    await user.type(await box(), ' On my way {Enter}');
    expect(await bubble('On my way')).toHaveTextContent(/Sent$/);
    expect(await box()).toHaveValue('');
    expect(await box()).toHaveFocus();
    expect(sendMessage).toMatchObject({ method: 'EVENT', path: 'sendMessage' });
    const [{ clientId = '' } = {}] = sent.calls;
    expect(sent.calls).toEqual([
      { roomId: LOBBY, jobId: mockId(101), senderId: me, senderType: 'guard', message: 'On my way', clientId: expect.stringMatching(/-4/) },
    ]);
    expect(portal.writes[0]?.options).toMatchObject({ key: clientId, order: LOBBY, durable: { what: 'Message: Lobby guard' } });
  });

  it('[CHAT-14] a message in another room has the ids of that room', async () => {
    const { sent } = chatServer();
    const { user } = open(`/chat?room=${GATE}`);
    await user.type(await screen.findByRole('textbox', { name: 'Message to Gate patrol' }), 'At the gate{Enter}');
    await within(await screen.findByRole('log', { name: 'Messages of Gate patrol' })).findByText('At the gate');
    expect(sent.calls).toMatchObject([{ roomId: GATE, jobId: mockId(201), senderId: me, senderType: 'guard', message: 'At the gate' }]);
  });

  it('[CHAT-04, CHAT-06] the send icon sends', async () => {
    const { sent } = chatServer();
    const { user } = open();
    await user.type(await box(), 'By icon');
    const button = screen.getByRole('button', { name: 'Send' });
    expect(button.innerHTML).toBe(renderToStaticMarkup(<Icon name="send" />));
    await user.click(button);
    await bubble('By icon');
    expect(sent.calls).toMatchObject([{ message: 'By icon' }]);
  });

  it('[CHAT-07] an empty message is not sent', async () => {
    const { sent } = chatServer();
    const { user } = open();
    await user.type(await box(), '{Enter}');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent.calls).toEqual([]);
    await user.type(await box(), '  {Shift>}{Enter}{/Shift} {Enter}');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByText('Please write a message.')).toBeVisible();
    expect(sent.calls).toEqual([]);
    await user.type(await box(), 'a');
    expect(screen.queryByText('Please write a message.')).toBeNull();
  });

  it('Shift and Enter start a new line; Enter that confirms a composed character sends nothing', async () => {
    const { sent } = chatServer();
    const { user } = open();
    await user.type(await box(), 'one{Shift>}{Enter}{/Shift}two');
    fireEvent.keyDown(await box(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(await box(), { key: 'Enter', keyCode: 229 });
    expect(sent.calls).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent.calls).toMatchObject([{ message: 'one\ntwo' }]));
  });

  it('shows how many characters are left, and keeps a text that is too long in the box', async () => {
    const { sent } = chatServer();
    const { user } = open();
    const area = await box();
    fireEvent.input(area, { target: { value: 'x'.repeat(3600) } });
    expect(screen.getByText('3,600 of 4,000 characters')).toBeVisible();
    fireEvent.input(area, { target: { value: 'x'.repeat(4001) } });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByText('Your message is too long: a message has at most 4,000 characters.')).toBeVisible();
    expect(area).toHaveValue('x'.repeat(4001));
    expect(sent.calls).toEqual([]);
  });

  it('[CHAT-22/1, CHAT-22/2, SHELL-31, SHELL-32] the message shows Sending, and Not sent with a retry, without a toast; the box stays usable', async () => {
    const { sent } = chatServer();
    let answer: (refused: boolean) => void = () => undefined;
    const held = mockEndpoint(
      sendMessage,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(fails({ code: 403, message: 'closed', userMessage: 'This job was cancelled.' }) as never);
        }),
    );
    const { user, portal } = open();
    await user.type(await box(), 'Hello{Enter}');
    expect(await bubble('Hello')).toHaveTextContent(/Sending…$/);
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
    await user.type(await box(), 'And');
    expect(await box()).toHaveValue('And');
    expect(await bubble('Hello')).toHaveTextContent(/Sending…$/);
    act(() => answer(true));
    await waitFor(async () => expect(await bubble('Hello')).toHaveTextContent('Not sent. You can no longer write in this chat.'));
    const [first] = held.calls;
    chatServer();
    await user.click(within(await bubble('Hello')).getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect(await bubble('Hello')).not.toHaveTextContent('Not sent'));
    expect(portal.outbox.retried).toEqual([first?.clientId]);
    expect(sent.calls).toEqual([]);
    expect(portal.toasts).toEqual([]);
    expect(portal.writes[0]?.options.durable).toMatchObject({ isQuiet: true });
  });

  it('[CHAT-22/1, CHAT-22/2] queues a message without a reply, without a toast, also after a reload, and sends it from there', async () => {
    chatServer();
    mockEndpoint(sendMessage, fails({ code: 0, message: '' }));
    const { user, unmount, portal: before } = open();
    await user.type(await box(), 'Offline{Enter}');
    expect(await bubble('Offline')).toHaveTextContent(/On this device, not sent yet$/);
    expect(before.toasts).toEqual([]);
    unmount();

    const { said } = chatServer();
    const { portal } = open();
    await bubble('Line 3');
    const entry = waitingWrite({ key: mockId(50), endpointId: sendMessage.id, order: LOBBY, input: { message: 'From before' } });
    act(() => portal.outbox.put(entry));
    expect(await bubble('From before')).toHaveTextContent('On this device, not sent yet');
    const stored = message(9, { senderId: me, clientId: mockId(50), message: 'From before' });
    said.push(stored);
    act(() => {
      portal.outbox.put({ ...entry, state: 'sent', input: undefined, sentAt: minuteAt(40) });
      portal.emit(chatEvents, 'messageSave', { clientId: mockId(50), message: stored });
    });
    expect(await bubble('From before')).toHaveTextContent(/Sent$/);
    expect(within(await log()).getAllByText('From before')).toHaveLength(1);
  });

  it('[CHAT-22/1, CHAT-22/2] shows a message that neither the device nor the server accepted, which can be sent again or deleted', async () => {
    chatServer();
    mockEndpoint(sendMessage, fails({ code: 0, message: '' }));
    const { user, portal } = open();
    portal.outbox.isFull = true;
    await user.type(await box(), 'Full{Enter}');
    await waitFor(async () => expect(await bubble('Full')).toHaveTextContent('Not sent'));
    await user.click(within(await bubble('Full')).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(portal.writes).toHaveLength(2));
    expect(portal.writes[1]?.options.key).toBe(portal.writes[0]?.options.key);
    expect(portal.toasts).toEqual([]);
    await waitFor(async () => expect(await bubble('Full')).toHaveTextContent('Not sent'));
    await user.click(within(await bubble('Full')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Full')).toBeNull());
  });

  it('keeps an unstored message while the guard visits another room, and asks before leaving', async () => {
    chatServer();
    mockEndpoint(sendMessage, fails({ code: 0, message: '' }));
    const { user, portal } = open();
    portal.outbox.isFull = true;
    await user.type(await box(), 'Full{Enter}');
    await waitFor(async () => expect(await bubble('Full')).toHaveTextContent('Not sent'));
    expect([...portal.unsaved]).toEqual(['your message']);
    await user.click(screen.getByRole('link', { name: /Gate patrol/ }));
    await screen.findByRole('heading', { level: 2, name: 'Gate patrol' });
    expect(screen.queryByText('Full')).toBeNull();
    await user.click(screen.getByRole('link', { name: /Lobby guard/ }));
    await user.click(within(await bubble('Full')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(portal.unsaved.size).toBe(0));
  });

  it('keeps a draft for each room', async () => {
    chatServer();
    const { user, unmount } = open();
    await user.type(await box(), 'Half a thou');
    unmount();
    chatServer();
    open();
    await waitFor(async () => expect(await box()).toHaveValue('Half a thou'));
  });
});
