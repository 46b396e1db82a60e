import { chatEvents } from '@portal/contracts/chat/chat.events';
import { chatLimits } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { keepMessages, type ReadChat } from './chatsOnDevice';
import type { Portal } from './portal';

export interface ShiftChatParts {
  line: Required<Pick<Portal, 'onEvent'>>;
  onFailure: (error: Error) => void;
}

/** Stores each new message of a near shift's chat. Returns the function that takes over the chat after each read. */
export function followShiftChat({ line, onFailure }: ShiftChatParts): (chat: ReadChat | null) => void {
  let stored: ReadChat | null = null;
  let arrived: readonly Message[] = [];

  function add(message: Message) {
    if (stored?.roomId !== message.roomId || stored.messages.some(({ id }) => id === message.id)) return;
    stored = { ...stored, messages: [...stored.messages, message].slice(-chatLimits.page) };
    keepMessages(stored.guardId, stored.roomId, stored.messages).catch(onFailure);
  }
  function onMessage(message: Message) {
    arrived = [...arrived, message].slice(-chatLimits.page);
    add(message);
  }
  line.onEvent(chatEvents, ({ name, payload }) => {
    if (name === 'receiveMessage') onMessage(payload);
    if (name === 'messageSave') onMessage(payload.message);
  });
  return (chat) => {
    stored = chat;
    const newest = chat?.messages.at(-1)?.timeStamp ?? '';
    // They arrived during the read.
    for (const message of arrived) if (message.timeStamp > newest) add(message);
  };
}
