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

it('hears the events that it has a handler for, by the state of its latest rendering, and nothing once it is gone', () => {
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

it('says how the line stands', () => {
  const { portal } = renderScreen(<Screen />);
  act(() => portal.setLive('disconnected'));
  expect(screen.getByText('disconnected:')).toBeInTheDocument();
});

it('a payload that breaks its shape fails the test that sends it', () => {
  const { portal } = renderScreen(<Screen />);
  expect(() => portal.emit(chat, 'said', { text: 5 } as never)).toThrow('The event said breaks its shape');
});

it('hears nothing, quietly, in a shell of before events', () => {
  renderScreen(<Screen />, { portal: { onEvent: undefined as never, live: undefined as never } });
  expect(screen.getByText('disconnected:')).toBeInTheDocument();
});
