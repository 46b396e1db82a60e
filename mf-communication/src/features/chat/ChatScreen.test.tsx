import { getRooms, initChat } from '@portal/contracts/chat/chat.endpoints';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { keepMessages, keepRooms, openChats } from '@portal/mf-kit/chatsOnDevice';
import type { LiveState } from '@portal/mf-kit/portal';
import { chatServer, gateRoom, LOBBY, lines, me, message, room } from '@portal/testing/chat';
import { emptyDevice, rowsOf } from '@portal/testing/deviceStorage';
import type { PortalOver } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { withLayout } from '@portal/testing/layout';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { Thread } from '@portal/thread/Thread';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ChatScreen } from './ChatScreen';

withLayout({ viewport: 600, row: 60 });
beforeAll(() => Thread.preload());
afterEach(emptyDevice);
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const IN_LOBBY = `/chat?room=${LOBBY}`;
const open = (path = IN_LOBBY, portal: PortalOver = {}) => renderScreen(<ChatScreen />, { path, portal });
const log = () => screen.findByRole('log', { name: 'Messages of Lobby guard' });
const bubble = async (text: string) => {
  const found = await within(await log()).findByText(text);
  return found.closest('article') as HTMLElement;
};
const list = () => screen.findByRole('list', { name: 'Chats' });

describe('the rooms', () => {
  it('[CHAT-01] shows each room with its job, last message, time and number of unread messages', async () => {
    chatServer([], [gateRoom(), room({ unreadCount: 3 })]);
    open('/chat');
    const rows = within(await list()).getAllByRole('link');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Lobby guard10:30.a\.m\.Toronto Yard 7 · TodaySam: All quiet33 unread$/),
      expect.stringMatching(/^Gate patrol10:20.a\.m\.Hamilton Depot · Mar 12 to Apr 2You: Bring a light$/),
    ]);
    expect(rows[0]).toHaveAttribute('href', IN_LOBBY);
  });

  it('distinguishes two jobs of equal title by site and days, in the list and in the open room', async () => {
    const other = gateRoom({ jobId: { _id: mockId(201), jobTitle: 'Lobby guard' } });
    chatServer([], [room(), other]);
    const { user } = open('/chat');
    const named = (name: RegExp) => within(screen.getByRole('list', { name: 'Chats' })).getByRole('link', { name });
    await list();
    expect(named(/^Lobby guard.*Toronto Yard 7 · Today/)).toBeVisible();
    await user.click(named(/^Lobby guard.*Hamilton Depot · Mar 12 to Apr 2/));
    const pane = await screen.findByRole('region', { name: 'Lobby guard' });
    expect(within(pane).getByText('Hamilton Depot · Mar 12 to Apr 2')).toBeVisible();
  });

  it('[SHARED-32, SHARED-33/5] shows No data found and the reason when there are no rooms', async () => {
    chatServer([], []);
    open('/chat');
    expect(await screen.findByText('No data found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search Jobs' })).toHaveAttribute('href', '/search-job');
    expect(screen.queryByText('Choose a chat')).toBeNull();
  });

  it('finds a room by its job or a name', async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      gateRoom({ _id: mockId(300 + index), jobId: { _id: mockId(400 + index), jobTitle: `Patrol ${index}` } }),
    );
    chatServer([], [...many, room()]);
    const { user } = open('/chat');
    await user.type(await screen.findByRole('searchbox', { name: 'Search chats' }), 'lobby');
    expect(within(await list()).getAllByRole('link')).toHaveLength(1);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No chats match “lobbyx”. Search by job, site or name.')).toBeVisible();
  });

  it('[CHAT-22/1] explains that the rooms cannot be read, without a toast, and reads again on Retry', async () => {
    chatServer();
    mockEndpoint(getRooms, fails({ code: 500, message: 'Broken', userMessage: 'Our side.' }));
    const { user, portal } = open('/chat');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your chats could not be loaded');
    mockEndpoint(getRooms, [room()]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(within(await list()).getByRole('link', { name: /Lobby guard/ })).toBeVisible();
    expect(portal.toasts).toEqual([]);
  });

  it('opens the room of the job in the address, and explains that a job has no room', async () => {
    chatServer();
    const { portal, unmount } = open(`/chat?job=${mockId(101)}`);
    expect(await screen.findByRole('heading', { level: 2, name: 'Lobby guard' })).toBeVisible();
    expect(portal.navigations).toMatchObject([{ to: IN_LOBBY, replace: true }]);
    unmount();
    open(`/chat?job=${mockId(9)}`);
    expect(await screen.findByText('This job has no chat yet. It opens when the first guard is awarded the job.')).toBeVisible();
  });
});

describe('the connection', () => {
  it('[CHAT-09, CHAT-10, CHAT-11, CHAT-12] sends init first, then requests the rooms, with the guard’s id and name', async () => {
    const { calls } = chatServer();
    const inits = mockEndpoint(initChat, ({ userId }) => {
      calls.push('init');
      return { userId: String(userId) };
    });
    const asked = mockEndpoint(getRooms, () => {
      calls.push('get_rooms');
      return [room()];
    });
    open('/chat');
    await list();
    expect(calls).toEqual(['init', 'get_rooms']);
    expect([initChat, getRooms]).toMatchObject([
      { method: 'EVENT', path: 'init' },
      { method: 'EVENT', path: 'get_rooms' },
    ]);
    expect([inits.calls, asked.calls]).toEqual([[{ userId: me, userName: 'Ada Marsh' }], [{ userId: me }]]);
  });

  it('[CHAT-08] shows the state Connected or Disconnected without an error', async () => {
    chatServer();
    const { portal } = open();
    await log();
    expect(screen.getByText('Connected')).toBeVisible();
    expect(screen.queryByText('Disconnected')).toBeNull();
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    // The socket notices the lost network only after its ping timeout.
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('Disconnected')).toBeVisible();
    act(() => portal.setLive('disconnected'));
    expect(screen.getByText('Disconnected')).toBeVisible();
    expect(screen.queryByText('Connected')).toBeNull();
    expect(await screen.findByText('No connection. We will send your messages when you are back online.')).toBeVisible();
    network.mockReturnValue(true);
    await act(async () => portal.setLive('connected'));
    expect(screen.getByText('Connected')).toBeVisible();
    expect(portal.toasts).toEqual([]);
  });

  it('[CHAT-09, CHAT-23/7] drops duplicate messages, and after a gap reads pages down to the last known message', async () => {
    // Four messages have the same time around a page boundary, so each page brings some of them again.
    const sameMoment = (one: Message) =>
      one.id >= message(60).id && one.id <= message(63).id ? { ...one, timeStamp: message(62).timeStamp } : one;
    const { said, chats, calls } = chatServer(lines(1, 40));
    const { portal } = open();
    await bubble('Line 40');
    act(() => portal.setLive('disconnected'));
    said.push(...lines(41, 120).map(sameMoment));
    calls.length = 0;
    act(() => portal.setLive('connected'));
    // The newest message arrives by event before the pages. The messages in between must still be read.
    act(() => portal.emit(chatEvents, 'receiveMessage', said.at(-1) as Message));
    await waitFor(() => expect(chats.calls.slice(1).map(({ lastMessageTimeStamp }) => lastMessageTimeStamp)).toHaveLength(3));
    expect(calls.slice(0, 2)).toEqual(['init', 'get_rooms']);
    expect(chats.calls.slice(1).map(({ lastMessageTimeStamp }) => lastMessageTimeStamp)).toEqual([
      '',
      message(91).timeStamp,
      message(62).timeStamp,
    ]);
    expect(said.filter(({ timeStamp }) => timeStamp === message(62).timeStamp)).toHaveLength(4);
    const pane = await log();
    await bubble('Line 120');
    // Scrolls up: each message appears once, without a hole.
    const met = new Set<number>();
    for (const [top, connection] of [
      [3000, 60],
      [2400, 50],
    ] as const) {
      pane.scrollTop = top;
      await waitFor(() =>
        expect(
          within(pane)
            .getAllByText(/^Line /)
            .map(({ textContent }) => textContent),
        ).toContain(`Line ${connection + 5}`),
      );
      const shown = within(pane)
        .getAllByText(/^Line /)
        .map(({ textContent }) => Number(textContent?.slice(5)));
      expect(shown).toEqual(Array.from(shown, (_, index) => (shown[0] ?? 0) + index));
      for (const number of shown) met.add(number);
    }
    expect([...met]).toEqual(expect.arrayContaining([60, 61, 62, 63]));
  });

  it('waits for a connection without an error, and reports a lost one immediately when offline, otherwise after five seconds', async () => {
    chatServer();
    const portal: PortalOver = { live: { current: () => 'disconnected', subscribe: () => () => undefined } };
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const shown = open('/chat', portal);
    await act(() => jest.advanceTimersByTimeAsync(4900));
    expect(screen.getByText('Loading your chats')).toBeInTheDocument();
    expect(screen.queryByText('No connection')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Your chats will load when you are back online.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(shown.portal.toasts).toEqual([]);
    shown.unmount();
    jest.useRealTimers();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open('/chat', portal);
    expect(await screen.findByText('Your chats will load when you are back online.')).toBeVisible();
  });

  it('shows the rooms of the last visit with their sites without a connection, and opens one for writing', async () => {
    chatServer([], [room(), gateRoom({ closed: 'job-cancelled' })]);
    const before = open('/chat');
    await list();
    await waitFor(async () => expect(await indexedDB.databases()).toContainEqual(expect.objectContaining({ name: 'portal-chats' })));
    const sealed = { value: { nonce: expect.anything(), bytes: expect.anything() }, files: [] };
    await waitFor(async () => expect(await rowsOf('portal-chats', 'rooms')).toEqual([{ key: `${me} rooms`, value: sealed }]));
    before.unmount();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { user } = open('/chat', { live: { current: () => 'disconnected', subscribe: () => () => undefined } });
    expect(await screen.findByText(/^No connection\. These are your chats from your last visit\./)).toBeVisible();
    const rows = within(await list()).getAllByRole('link');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Lobby guardToronto Yard 7 · Today',
      'Gate patrolHamilton Depot · Mar 12 to Apr 2Closed',
    ]);
    await user.click(rows[0] as HTMLElement);
    expect(await screen.findByRole('textbox', { name: 'Message to Lobby guard' })).toBeEnabled();
  });

  it('shows the cached messages of a near shift without a connection, until the room is read', async () => {
    await openChats(me);
    await keepRooms(me, [room(), gateRoom()]);
    await keepMessages(me, LOBBY, lines(1, 3));
    chatServer(lines(1, 4));
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const listeners = new Set<() => void>();
    let state: LiveState = 'disconnected';
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    open(IN_LOBBY, { live: { current: () => state, subscribe } });
    await bubble('Line 3');
    expect(screen.getByText(/^Shown as of .+, no connection\. We will send your messages when you are back online\.$/)).toBeVisible();
    onLine.mockReturnValue(true);
    state = 'connected';
    await act(async () => listeners.forEach((listener) => void listener()));
    await bubble('Line 4');
    await bubble('Line 1');
    expect(screen.queryByText(/no connection/)).toBeNull();
  });

  it.each([
    ['init', () => mockEndpoint(initChat, fails({ code: 500, message: 'Broken' }))],
    ['get_rooms', () => mockEndpoint(getRooms, fails({ code: 500, message: 'Broken' }))],
  ] as const)('shows when a reconnection fails at %s that the messages are from before, until Retry', async (_name, breaks) => {
    const { said } = chatServer(lines(1, 3));
    const { user, portal } = open();
    await bubble('Line 3');
    breaks();
    act(() => portal.setLive('disconnected'));
    await act(async () => portal.setLive('connected'));
    expect(await screen.findByText('Some newer messages could not be loaded.')).toBeVisible();
    expect(screen.getByText('Your chats could not be updated.')).toBeVisible();
    expect(within(await list()).getAllByRole('link')).toHaveLength(2);
    chatServer([...said, message(4)]);
    await user.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement);
    await bubble('Line 4');
    expect(screen.queryByText('Your chats could not be updated.')).toBeNull();
    expect(screen.queryByText('Some newer messages could not be loaded.')).toBeNull();
  });
});
