/** @jest-environment node */
import { createEvents } from './events';

it('calls the listeners of an event in the order of their registration, and no other', () => {
  const events = createEvents<{ moved: string; closed: undefined }>();
  const calls: string[] = [];
  events.on('moved', (to) => calls.push(`first ${to}`));
  events.on('closed', () => calls.push('closed'));
  events.on('moved', (to) => calls.push(`second ${to}`));
  events.emit('moved', '/chat');
  expect(calls).toEqual(['first /chat', 'second /chat']);
});

it('ignores an event without listeners', () => {
  expect(() => createEvents<{ moved: string }>().emit('moved', '/chat')).not.toThrow();
});
