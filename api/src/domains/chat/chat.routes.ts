import { getChats, getRooms, initChat, readMessages, receivedMessages, sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import { listChats, readChat, writeChat } from '@portal/contracts/chat/chat.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import { emitEvent } from '../../platform/live/realtime';
import * as chat from './chat.service';
import * as members from './members.service';

export const chatRoutes = [
  bind(initChat, async (me, { userId }) => {
    chat.requireSelf(me.id, userId);
    return { userId };
  }),
  bind(getRooms, async (me, { userId }, { room }) => {
    chat.requireSelf(me.id, userId);
    const rooms = await chat.rooms(me.id);
    if (room) emitEvent(room, chatEvents, 'rooms', rooms);
    return rooms;
  }),
  bind(getChats, async (me, input, { room }) => {
    chat.requireSelf(me.id, input.userId);
    const page = await chat.chats(me.id, input);
    if (room) emitEvent(room, chatEvents, 'chats', page);
    return page;
  }),
  bind(sendMessage, (me, input) => chat.send(me.id, input)),
  bind(readMessages, (me, input) => chat.read(me.id, input)),
  bind(receivedMessages, (me, input) => chat.markReceived(me.id, input)),
  bindOpen(listChats, (wanted) => members.list(wanted)),
  bindOpen(readChat, (wanted) => members.readOne(wanted)),
  bindOpen(writeChat, (input) => members.writeAsStaff(input)),
];
