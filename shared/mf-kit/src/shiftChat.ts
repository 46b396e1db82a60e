import { chatEvents } from '@portal/contracts/chat/chat.events';
import { chatLimits } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { keepMessages, type ReadChat } from './chatsOnDevice';
import type { Portal } from './portal';

export interface ShiftChatParts {
  line: Required<Pick<Portal, 'onEvent'>>;
  onFailure: (error: Error) => void;
}

/** Adds each message that comes to the kept chat of a near shift. Returns what takes the chat that was read. */
export function followShiftChat({ line, onFailure }: ShiftChatParts): (chat: ReadChat | null) => void {
  let held: ReadChat | null = null;

  function add(message: Message) {
    if (held?.roomId !== message.roomId || held.messages.some(({ id }) => id === message.id)) return;
    held = { ...held, messages: [...held.messages, message].slice(-chatLimits.page) };
    keepMessages(held.guardId, held.roomId, held.messages).catch(onFailure);
  }
  line.onEvent(chatEvents, ({ name, payload }) => {
    if (name === 'receiveMessage') add(payload);
    if (name === 'messageSave') add(payload.message);
  });
  return (chat) => {
    held = chat;
  };
}
