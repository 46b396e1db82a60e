import { getChats, getRooms, sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import type { LiveState } from '@portal/mf-kit/portal';
import { chatServer, GATE, gateRoom, LOBBY, lines, me, message, minuteAt, room, sam } from '@portal/testing/chat';
import { emptyDevice } from '@portal/testing/deviceStorage';
import type { PortalOver } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { withLayout } from '@portal/testing/layout';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { Thread } from '@portal/thread/Thread';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ChatScreen } from '../ChatScreen';
import { createDeferred } from '../chatStore.fixture';

withLayout({ viewport: 600, row: 60 });
beforeAll(() => Thread.preload());
afterEach(emptyDevice);

const IN_LOBBY = `/chat?room=${LOBBY}`;
const open = (path = IN_LOBBY, portal: PortalOver = {}) => renderScreen(<ChatScreen />, { path, portal });
const log = () => screen.findByRole('log', { name: 'Messages of Lobby guard' });
const bubble = async (text: string) => {
  const found = await within(await log()).findByText(text);
  return found.closest('article') as HTMLElement;
};
const list = () => screen.findByRole('list', { name: 'Chats' });

describe('the messages', () => {
  it('[CHAT-02, CHAT-13] shows the messages, and requests older ones with the time of the oldest known message', async () => {
    const { chats } = chatServer(lines(1, 65));
    const { portal } = open();
    await bubble('Line 65');
    const asked = { userId: me, jobId: mockId(101), roomId: LOBBY };
    expect(getChats).toMatchObject({ method: 'EVENT', path: 'get_chats' });
    expect(chats.calls).toEqual([{ ...asked, lastMessageTimeStamp: '' }]);
    const pane = await log();
    pane.scrollTop = 0;
    await waitFor(() => expect(chats.calls).toContainEqual({ ...asked, lastMessageTimeStamp: message(36).timeStamp }));
    await waitFor(() => expect(within(pane).getByText('Line 34')).toBeVisible());
    await waitFor(() => expect(portal.announced).toContain('29 older messages loaded'));
  });

  it('[CHAT-13] requests another room by its own ids', async () => {
    const { chats } = chatServer([...lines(1, 3), message(4, { roomId: GATE, message: 'At the gate' })]);
    open(`/chat?room=${GATE}`);
    expect(await within(await screen.findByRole('log', { name: 'Messages of Gate patrol' })).findByText('At the gate')).toBeVisible();
    expect(screen.queryByText('Line 3')).toBeNull();
    expect(chats.calls).toEqual([{ userId: me, jobId: mockId(201), roomId: GATE, lastMessageTimeStamp: '' }]);
  });

  it('[CHAT-16, CHAT-17, CHAT-18, CHAT-19] keeps events of another room out of the open one, and shows a delivery only at its message', async () => {
    const mine = (number: number) => message(number, { senderId: me, senderName: 'Ada Marsh', message: `Mine ${number}` });
    chatServer([...lines(1, 3), mine(4), mine(5)]);
    const { portal } = open();
    await bubble('Mine 5');
    const elsewhere = (number: number) =>
      message(number, { roomId: GATE, message: `Elsewhere ${number}`, timeStamp: minuteAt(40 + number) });
    act(() => {
      portal.emit(chatEvents, 'receiveMessage', elsewhere(6));
      portal.emit(chatEvents, 'chats', { roomId: GATE, chats: [elsewhere(6), elsewhere(7)] });
      const own = { ...elsewhere(8), senderId: me, clientId: mockId(77) };
      portal.emit(chatEvents, 'messageSave', { clientId: mockId(77), message: own });
      portal.emit(chatEvents, 'deliveredMessage', { roomId: GATE, messageIds: [own.id] });
      portal.emit(chatEvents, 'deliveredMessage', { roomId: LOBBY, messageIds: [mine(4).id] });
    });
    expect(await bubble('Mine 4')).toHaveTextContent(/Delivered$/);
    expect(await bubble('Mine 5')).toHaveTextContent(/Sent$/);
    expect(within(await log()).queryByText(/^Elsewhere/)).toBeNull();
    expect(within(await list()).getByRole('link', { name: /Gate patrol/ })).toHaveTextContent('Elsewhere 8');
  });

  it('[CHAT-15, CHAT-20] receives the rooms and a new room by events', async () => {
    chatServer();
    const { portal } = open('/chat');
    await list();
    act(() => portal.emit(chatEvents, 'new_group', gateRoom({ _id: mockId(7), jobId: { _id: mockId(8), jobTitle: 'New job' } })));
    expect(within(await list()).getByRole('link', { name: /New job/ })).toBeVisible();
    act(() => portal.emit(chatEvents, 'rooms', [gateRoom()]));
    expect(within(await list()).getAllByRole('link')).toHaveLength(1);
  });

  it('[CHAT-16, CHAT-17] receives a page and a message by events', async () => {
    const { received } = chatServer();
    const { portal } = open();
    await bubble('Line 3');
    act(() => portal.emit(chatEvents, 'receiveMessage', message(4)));
    expect(await bubble('Line 4')).toHaveAccessibleName('Sam Okafor');
    await waitFor(() => expect(received.calls).toEqual([{ roomId: LOBBY, messageId: message(4).id }]));
    act(() => portal.emit(chatEvents, 'chats', { roomId: LOBBY, chats: lines(3, 6) }));
    await bubble('Line 6');
    expect(
      within(await log())
        .getAllByText(/^Line /)
        .map(({ textContent }) => textContent),
    ).toEqual(['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5', 'Line 6']);
  });

  it('[CHAT-18, CHAT-19] receives by events that its own message is saved, delivered and read', async () => {
    chatServer();
    const { portal } = open();
    await bubble('Line 3');
    const own = message(4, { senderId: me, senderName: 'Ada Marsh', message: 'Mine', clientId: mockId(77) });
    act(() => portal.emit(chatEvents, 'messageSave', { clientId: mockId(77), message: own }));
    expect(await bubble('Mine')).toHaveTextContent(/6:00.a\.m\. Sent$/);
    act(() => portal.emit(chatEvents, 'deliveredMessage', { roomId: LOBBY, messageIds: [own.id] }));
    expect(await bubble('Mine')).toHaveTextContent(/Delivered$/);
    act(() => portal.emit(chatEvents, 'readMessage', { roomId: LOBBY, userId: sam, messageId: own.id, timeStamp: own.timeStamp }));
    expect(await bubble('Mine')).toHaveTextContent(/Read$/);
  });

  it('shows HTML as text, keeps each message’s direction, and marks staff and the portal apart from guards', async () => {
    chatServer([
      message(1, { message: '<img src=x onerror=alert(1)> https://example.com/a' }),
      message(2, { senderType: 'staff', senderId: 'staff', senderName: 'Guard Portal team', message: 'Welcome' }),
      message(3, { senderType: 'system', senderId: 'system', senderName: 'Guard Portal', message: 'SOS: Sam asks for help.' }),
    ]);
    open();
    const html = await within(await log()).findByText(/<img src=x/);
    expect(html).toHaveAttribute('dir', 'auto');
    expect(within(html).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(document.querySelector('img')).toBeNull();
    expect(await bubble('Welcome')).toHaveTextContent(/^Guard Portal teamStaffWelcome/);
    expect(await bubble('SOS: Sam asks for help.')).toHaveAccessibleName('Guard Portal');
  });

  it('sends a read receipt once the messages were seen, and the list shows the room as read', async () => {
    const { read } = chatServer(lines(1, 3), [room({ unreadCount: 2 }), gateRoom()]);
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    open();
    await bubble('Line 3');
    expect(within(await list()).getByText('2 unread')).toBeInTheDocument();
    expect(read.calls).toEqual([]);
    visibility.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(read.calls).toEqual([{ roomId: LOBBY, messageId: message(3).id }]));
    await waitFor(() => expect(screen.queryByText('2 unread')).toBeNull());
  });

  it('sends a read receipt even while an unsent message is below the messages', async () => {
    const { read } = chatServer(lines(1, 3), [room(), gateRoom()]);
    mockEndpoint(sendMessage, fails({ code: 403, message: 'closed' }));
    const { user, portal } = open();
    await user.type(await screen.findByRole('textbox', { name: 'Message to Lobby guard' }), 'Mine{Enter}');
    await waitFor(async () => expect(await bubble('Mine')).toHaveTextContent('Not sent'));
    expect(read.calls).toEqual([]);
    act(() => portal.emit(chatEvents, 'receiveMessage', message(4, { timeStamp: minuteAt(40) })));
    await waitFor(() => expect(read.calls).toEqual([{ roomId: LOBBY, messageId: message(4).id }]));
  });

  it('reads the rooms again when another tab or the server changes the chat', async () => {
    const { calls } = chatServer();
    const { portal } = open('/chat');
    await list();
    act(() => portal.changed('chat'));
    await waitFor(() => expect(calls.filter((name) => name === 'get_rooms')).toHaveLength(2));
  });

  it('[CHAT-22/1] explains that the messages could not be read, without a toast, and reads again on Retry', async () => {
    chatServer();
    mockEndpoint(getChats, fails({ code: 500, message: 'Broken', userMessage: 'Our side.' }));
    const { user, portal } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('These messages could not be loaded');
    expect(portal.toasts).toEqual([]);
    chatServer();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await bubble('Line 3');
  });

  it('explains that a room is not the guard’s', async () => {
    chatServer();
    open(`/chat?room=${mockId(9)}`);
    expect(await screen.findByText('This chat is not yours.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each([
    ['job-cancelled', 'This job was cancelled. You can read the chat, but no one can write in it.'],
    ['award-taken-back', 'You are no longer on this job. You can read the chat up to that point, but not write in it.'],
  ] as const)('a room closed by %s is readable, with the reason why no one can write', async (closed, connection) => {
    chatServer(lines(1, 3), [room({ closed })]);
    open();
    await bubble('Line 3');
    expect(screen.getByText(connection)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('has a composer when the page starts without a connection, and queues the message', async () => {
  chatServer();
  mockEndpoint(sendMessage, fails({ code: 0, message: '' }));
  const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { portal, user } = open(IN_LOBBY, { live: { current: () => 'disconnected', subscribe: () => () => undefined } });
  expect(await screen.findByText('No connection. We will send your messages when you are back online.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Message to this chat' }), 'On my way{Enter}');
  expect(await screen.findByText('On my way')).toBeVisible();
  const input = { roomId: LOBBY, senderId: me, senderType: 'guard', message: 'On my way', clientId: expect.any(String) };
  expect(portal.outbox.current()).toMatchObject([{ endpointId: 'chat.send', state: 'on device', what: 'Message in a job chat', input }]);
  offline.mockRestore();
});

it('keeps the composer with its text and focus while the rooms are read after reconnecting', async () => {
  chatServer();
  const read = createDeferred<Room[]>();
  mockEndpoint(getRooms, () => read.answer);
  const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let connection: LiveState = 'disconnected';
  const watching = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    watching.add(listener);
    return () => void watching.delete(listener);
  };
  const { user } = open(IN_LOBBY, { live: { current: () => connection, subscribe } });
  const box = await screen.findByRole('textbox', { name: 'Message to this chat' });
  await user.type(box, 'On my way');
  offline.mockRestore();
  connection = 'connected';
  await act(async () => {
    for (const watch of [...watching]) watch();
  });
  expect(box).toHaveFocus();
  await act(async () => read.resolve([room(), gateRoom()]));
  expect(await screen.findByRole('textbox', { name: 'Message to Lobby guard' })).toBe(box);
  expect(box).toHaveValue('On my way');
  expect(box).toHaveFocus();
});
