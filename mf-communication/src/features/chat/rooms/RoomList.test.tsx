import { gateRoom, me, room } from '@portal/testing/chat';
import { mockId } from '@portal/testing/ids';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { RoomList } from './RoomList';

it('renders a row again only when its room changed', async () => {
  let drawn = 0;
  const watched = room();
  const { jobId } = watched;
  Object.defineProperty(watched, 'jobId', {
    get() {
      drawn++;
      return jobId;
    },
  });
  function List() {
    const [rooms, setRooms] = useState([watched, gateRoom()]);
    return (
      <>
        <button type="button" onClick={() => setRooms([watched, gateRoom({ unreadCount: 1 })])}>
          A message
        </button>
        <RoomList
          state={{ rooms, cachedRooms: null, failure: null }}
          me={me}
          roomId={null}
          connection="connected"
          retry={() => undefined}
        />
      </>
    );
  }
  const { user } = renderScreen(<List />, { path: '/chat' });
  await screen.findByRole('list', { name: 'Chats' });
  const before = drawn;
  await user.click(screen.getByRole('button', { name: 'A message' }));
  expect(screen.getByText('1 unread')).toBeInTheDocument();
  expect(drawn).toBe(before);
});

it.each(['cafe', 'Cafe\u0301', 'CAFÉ'])('finds a chat by %j, with or without its accents', async (typed) => {
  const rooms = ['Café guard', ...Array.from({ length: 7 }, (_, at) => `Post ${at}`)].map((jobTitle, at) =>
    room({ _id: mockId(500 + at), jobId: { _id: mockId(600 + at), jobTitle } }),
  );
  const list = (
    <RoomList state={{ rooms, cachedRooms: null, failure: null }} me={me} roomId={null} connection="connected" retry={() => undefined} />
  );
  const { user } = renderScreen(list, { path: '/chat' });
  await user.type(await screen.findByRole('searchbox', { name: 'Search chats' }), typed);
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('link', { name: /Café guard/ })).toBeVisible();
});
