import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { chatMessages, closings } from '@portal/contracts/chat/chat.rules';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { useLocation, useNavigate } from '@portal/mf-kit/router';
import { useNow } from '@portal/mf-kit/useNow';
import { useTitle } from '@portal/mf-kit/useTitle';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { Icon } from '@portal/ui/Icon';
import { onPlainClick } from '@portal/ui/plainClick';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useOutgoingMessages } from '../chat.queries';
import { type ChatState, cachedHistory, historyOf } from '../chat.state';
import type { ChatStore } from '../chat.store';
import { offlineText, peopleOf, placesOf } from '../chat.text';
import { StaleNotice } from '../StaleNotice';
import type { ConnectionStatus } from '../useConnectionStatus';
import { Composer } from './Composer';
import { Messages } from './Messages';
import styles from './RoomPane.module.css';

export interface RoomPaneProps {
  me: string;
  roomId: string;
  state: ChatState;
  store: Pick<ChatStore, 'setUnqueued' | 'saved' | 'older' | 'retry' | 'retryRoom' | 'seen'>;
  connection: ConnectionStatus;
}

/** Returns to the list: back in the history if the guard came from there, else to its address. */
function useBackToList() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isFromList = (state as { isFromList?: boolean } | null)?.isFromList === true;
  return { isFromList, back: () => (isFromList ? navigate(-1) : navigate(chatPaths.rooms(), { replace: true })) };
}

/** A room that was chosen in the list gets the focus: its composer if there is a keyboard, else its heading. */
function useInitialFocus(isFromList: boolean) {
  const pane = useRef<HTMLElement | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current || !isFromList) return;
    isFirst.current = false;
    const hasKeys = window.matchMedia('(pointer: fine)').matches;
    const target = (hasKeys && pane.current?.querySelector<HTMLElement>('textarea')) || pane.current?.querySelector<HTMLElement>('h2');
    target?.focus({ preventScroll: true });
  }, [isFromList]);
  return pane;
}

/** The displayed messages. After a lost connection the cached messages are shown until the room is read. */
function useShownHistory(state: ChatState, roomId: string, isLost: boolean) {
  const [wasLost, setWasLost] = useState(isLost);
  if (isLost && !wasLost) setWasLost(true);
  const cached = useMemo(() => (wasLost ? cachedHistory(state, roomId) : null), [wasLost, state, roomId]);
  return { wasLost, history: cached ?? historyOf(state, roomId), cachedAt: cached && (state.keptMessages?.at ?? null) };
}

const HOUR_MS = 3_600_000;

interface HeadProps {
  room: Room | null;
  rooms: readonly Room[] | null;
  me: string;
  back: () => void;
  id: string;
  now: number | null;
}

function Head({ room, rooms, me, back, id, now }: HeadProps) {
  return (
    <header className={styles.head}>
      <a href={chatPaths.rooms()} aria-label="All chats" className={styles.back} onClick={onPlainClick(back)}>
        <Icon name="back" />
      </a>
      <div className={styles.names}>
        <h2 id={id} tabIndex={-1} className={styles.title}>
          <bdi>{room?.jobId.jobTitle ?? 'Chat'}</bdi>
        </h2>
        {room && rooms && <p className={styles.people}>{placesOf(rooms, now).get(room._id)}</p>}
        {room && <p className={styles.people}>{peopleOf(room, me)}</p>}
      </div>
    </header>
  );
}

export function RoomPane({ me, roomId, state, store, connection }: RoomPaneProps) {
  const isLost = connection === 'lost';
  const rooms = state.rooms ?? (isLost ? state.cachedRooms : null);
  const room = rooms?.find(({ _id }) => _id === roomId) ?? null;
  const { history, wasLost, cachedAt } = useShownHistory(state, roomId, isLost);
  const sending = useOutgoingMessages(me, roomId, room, history.messages, { state, store });
  const { isFromList, back } = useBackToList();
  const pane = useInitialFocus(isFromList);
  const now = useNow(HOUR_MS);
  const headingId = useId();
  useTitle(room?.jobId.jobTitle ?? null);
  const failure = connection === 'connected' ? (state.failure ?? history.failure) : null;
  const retry = state.failure ? store.retry : store.retryRoom;
  const isShown = history.isRead || sending.outgoing.length > 0;
  // Without a connection the rooms cannot be read, but a message can be queued. The composer then stays until the rooms are read.
  const mayWrite = room ? !room.closed : state.rooms === null && wasLost;

  const body = () => {
    if (state.rooms !== null && room === null)
      return <EmptyState icon="chat" title={chatMessages.notYours} why="Choose one of yours from the list." className={styles.place} />;
    if (isShown && (history.messages.length > 0 || sending.outgoing.length > 0))
      return (
        <Messages
          me={me}
          room={room}
          history={history}
          delivered={state.delivered}
          sending={sending}
          onOlder={() => void store.older(roomId)}
          onSeen={(messageId) => store.seen(roomId, messageId)}
        />
      );
    if (isShown)
      return <EmptyState icon="chat" title="No messages yet" why="Everyone on this job can see your messages." className={styles.place} />;
    if (failure)
      return (
        <ErrorState
          title="These messages could not be loaded"
          detail={failure.userMessage}
          reference={failure.reference}
          onRetry={retry}
          className={styles.place}
        />
      );
    if (isLost)
      return (
        <EmptyState icon="offline" title="No connection" why="Your messages will load when you are back online." className={styles.place} />
      );
    return <Skeleton shape="rows" count={6} label="Loading messages" className={styles.skeleton} />;
  };

  return (
    <section ref={pane} aria-labelledby={headingId} className={styles.pane}>
      <Head room={room} rooms={rooms} me={me} back={back} id={headingId} now={now} />
      {body()}
      {isShown && failure && <StaleNotice text="Some newer messages could not be loaded." retry={retry} />}
      <Status className={styles.line}>{isLost ? offlineText(cachedAt, mayWrite, now) : null}</Status>
      {room?.closed && <p className={styles.closed}>{closings[room.closed]}</p>}
      {mayWrite && (
        <Composer guardId={me} roomId={roomId} title={room?.jobId.jobTitle ?? 'this chat'} send={(text) => sending.send(text)} />
      )}
    </section>
  );
}
