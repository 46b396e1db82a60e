import { call } from '@portal/api-client/call';
import { getChats, getRooms, initChat } from '@portal/contracts/chat/chat.endpoints';
import { chatLimits } from '@portal/contracts/chat/chat.rules';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import type { Session } from '@portal/mf-kit/portal';
import { mergeMessages } from './chat.state';

/** The chat calls of this page. Each rejects with an ApiError. */
export function createChatApi({ guardId, guard }: Session) {
  async function page(room: Room, lastMessageTimeStamp: string): Promise<Message[]> {
    const { data } = await call(getChats, { userId: guardId, jobId: room.jobId._id, roomId: room._id, lastMessageTimeStamp });
    return data.chats;
  }
  return {
    page,
    /** Identifies the guard. It must be the first call of each connection (CHAT-09). */
    init: () => call(initChat, { userId: guardId, userName: `${guard.firstName} ${guard.lastName}` }),
    rooms: async (): Promise<Room[]> => (await call(getRooms, { userId: guardId })).data,
    /** Reads from the newest page down to the last message before a gap (CHAT-23). */
    async messagesSince(room: Room, lastBeforeGap: string): Promise<readonly Message[]> {
      let found: readonly Message[] = [];
      for (let stamp = ''; ; stamp = found[0]?.timeStamp ?? '') {
        const read = await page(room, stamp);
        const more = mergeMessages(found, read);
        if (more === found || read.length < chatLimits.page || read.some(({ id }) => id === lastBeforeGap)) return more;
        found = more;
      }
    },
  };
}
