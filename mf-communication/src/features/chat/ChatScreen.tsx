import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { chatMessages } from '@portal/contracts/chat/chat.rules';
import type { Session } from '@portal/mf-kit/portal';
import { useNavigate, useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { cx } from '@portal/ui/cx';
import { EmptyState } from '@portal/ui/EmptyState';
import { PageTitle } from '@portal/ui/PageTitle';
import { Status } from '@portal/ui/Status';
import { useEffect, useRef } from 'react';
import styles from './ChatScreen.module.css';
import { useChat } from './chat.queries';
import type { ChatState } from './chat.state';
import { RoomPane } from './room/RoomPane';
import { RoomList } from './rooms/RoomList';
import { useConnectionStatus } from './useConnectionStatus';
import { useFillViewport } from './useFillViewport';

/** Opens the room of the job in the address, and replaces that address. Returns true if the job has no room. */
function useRoomOfJob(jobId: string | null, { rooms }: ChatState): boolean {
  const navigate = useNavigate();
  const room = rooms?.find((one) => one.jobId._id === jobId)?._id;
  useEffect(() => {
    if (jobId !== null && room) navigate(chatPaths.rooms({ room }), { replace: true });
  }, [navigate, jobId, room]);
  return jobId !== null && rooms !== null && !room;
}

function Chats({ session }: { session: Session }) {
  const [params] = useSearchParams();
  const roomId = params.get('room');
  const { state, ...store } = useChat(session, roomId);
  const connection = useConnectionStatus();
  const hasNoRoom = useRoomOfJob(params.get('job'), state);
  const screen = useRef<HTMLDivElement | null>(null);
  useFillViewport(screen);
  return (
    <div ref={screen} data-bleed data-fill={roomId !== null || undefined} className={cx(styles.screen, roomId !== null && styles.inRoom)}>
      <div className={styles.head}>
        <PageTitle title="Job Chats" className={styles.title} />
        <p role="status" className={cx(styles.line, connection === 'connected' && styles.connected)}>
          {connection === 'connected' ? 'Connected' : 'Disconnected'}
        </p>
      </div>
      <div className={styles.rooms}>
        <Status className={styles.noRoom}>{hasNoRoom ? chatMessages.noRoom : null}</Status>
        <RoomList state={state} me={session.guardId} roomId={roomId} connection={connection} retry={store.retry} />
      </div>
      {roomId === null ? (
        <div className={styles.nothing}>
          {state.rooms?.length !== 0 && (
            <EmptyState icon="chat" title="Choose a chat" why="Message the guards on your job and our staff." className={styles.choose} />
          )}
        </div>
      ) : (
        <RoomPane key={roomId} me={session.guardId} roomId={roomId} state={state} store={store} connection={connection} />
      )}
    </div>
  );
}

/** The guard's rooms, and the messages of the room in the address. */
export function ChatScreen() {
  const session = useSession();
  return session && <Chats key={session.guardId} session={session} />;
}
