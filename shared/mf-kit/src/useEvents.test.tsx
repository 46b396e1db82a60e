import { events } from '@portal/contracts/_kernel/event';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { object, string } from 'yup';
import { useConnectionState, useEvents } from './useEvents';

const chat = events('chat', { said: object({ text: string().required() }), left: object({ name: string().required() }) });
const other = events('other', { rang: object({ text: string().required() }) });

function Screen() {
  const [heard, setHeard] = useState<string[]>([]);
  useEvents(chat, { said: ({ text }) => setHeard([...heard, text]) });
  return (
    <p>
      {useConnectionState()}: {heard.join()}
    </p>
  );
}

it('calls the handlers of the latest rendering for their events, and none after unmounting', () => {
  const { portal, unmount } = renderScreen(<Screen />);
  act(() => {
    portal.emit(chat, 'said', { text: 'a' });
    portal.emit(chat, 'left', { name: 'Ann' });
    portal.emit(other, 'rang', { text: 'x' });
  });
  act(() => portal.emit(chat, 'said', { text: 'b' }));
  expect(screen.getByText('connected: a,b')).toBeInTheDocument();
  unmount();
  portal.emit(chat, 'said', { text: 'c' });
});

it('returns the state of the connection', () => {
  const { portal } = renderScreen(<Screen />);
  act(() => portal.setLive('disconnected'));
  expect(screen.getByText('disconnected:')).toBeInTheDocument();
});

it('fails a test that sends an invalid payload', () => {
  const { portal } = renderScreen(<Screen />);
  expect(() => portal.emit(chat, 'said', { text: 5 } as never)).toThrow('The event said breaks its shape');
});

it('calls no handler in an older shell without events', () => {
  renderScreen(<Screen />, { portal: { onEvent: undefined as never, live: undefined as never } });
  expect(screen.getByText('disconnected:')).toBeInTheDocument();
});
