import { copy } from '@portal/contracts/_kernel/copy';
import { searchText } from '@portal/contracts/_kernel/normalise';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { useNow } from '@portal/mf-kit/useNow';
import { EmptyState } from '@portal/ui/EmptyState';
import { Icon } from '@portal/ui/Icon';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { useEffect, useRef, useState } from 'react';
import type { ChatState } from '../chat.state';
import { placesOf, shortTime } from '../chat.text';
import { StaleNotice } from '../StaleNotice';
import type { ConnectionStatus } from '../useConnectionStatus';
import styles from './RoomList.module.css';
import { RoomRow } from './RoomRow';

/** With more rooms than this a word finds one sooner than the eye. */
const SEARCH_FROM = 7;
const HOUR_MS = 3_600_000;

const isFound = ({ jobId, locationName = '', participants }: Room, word: string) =>
  [jobId.jobTitle, locationName, ...participants.map(({ firstName, lastName }) => `${firstName} ${lastName}`)].some((text) =>
    searchText(text).includes(word),
  );

/** As text: a row is drawn again only when it changed. */
const timeOf = ({ lastMessage }: Room, now: number | null) => lastMessage && shortTime(lastMessage.timeStamp, now);

/** Back in the list, the focus is on the room that the guard comes from. */
function useFocusBack(roomId: string | null) {
  const list = useRef<HTMLUListElement | null>(null);
  const before = useRef(roomId);
  useEffect(() => {
    if (roomId === null && before.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-room="${CSS.escape(before.current)}"]`)?.focus();
    before.current = roomId;
  }, [roomId]);
  return list;
}

export interface RoomListProps {
  state: Pick<ChatState, 'rooms' | 'kept' | 'failure'>;
  me: string;
  roomId: string | null;
  /** Nothing failed while it is not connected: the rooms are read once it is. */
  line: ConnectionStatus;
  retry: () => void;
}

/** The guard's rooms, the one with the latest message first. Without a connection: the rooms of the last visit. */
export function RoomList({ state, me, roomId, line, retry }: RoomListProps) {
  const { failure } = state;
  const isOffline = line === 'lost';
  const rooms = state.rooms ?? (isOffline && state.kept && state.kept.length > 0 ? state.kept : null);
  const now = useNow(HOUR_MS);
  const [typed, setTyped] = useState('');
  const list = useFocusBack(roomId);
  const word = searchText(typed).trim();
  const isFailed = failure !== null && line === 'connected';
  if (rooms === null && isFailed)
    return (
      <QueryFailure
        query={{ error: failure, hasData: false, isPrevious: false, isLoading: false, isRefreshing: false, requestedAt: 0, retry }}
        failed="Your chats could not be loaded"
      />
    );
  if (rooms === null && isOffline)
    return (
      <EmptyState icon="offline" title="No connection" why="Your chats will load when you are back online." className={styles.state} />
    );
  if (rooms === null) return <Skeleton shape="rows" count={5} label="Loading your chats" className={styles.skeleton} />;
  if (rooms.length === 0 && !isFailed)
    return (
      <EmptyState
        icon="chat"
        title={copy.noDataFoundElsewhere}
        why="Each job has a chat once it is awarded. Your chats will appear here."
        className={styles.state}
      />
    );
  const places = placesOf(rooms, now);
  const found = word === '' ? rooms : rooms.filter((room) => isFound(room, word));
  return (
    <>
      <Status className={styles.offline}>
        {isOffline && state.rooms === null
          ? 'No connection. These are your chats from your last visit. You can still write a message.'
          : null}
      </Status>
      {isFailed && <StaleNotice text="Your chats could not be updated." retry={retry} />}
      {rooms.length > SEARCH_FROM && (
        <div className={styles.search}>
          <TextField
            type="search"
            label="Search chats"
            hideLabel
            placeholder="Search chats"
            leading={<Icon name="search" size={20} />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
      )}
      <ul ref={list} aria-label="Chats" className={styles.list}>
        {found.map((room) => (
          <RoomRow
            key={room._id}
            room={room}
            me={me}
            time={timeOf(room, now)}
            place={places.get(room._id) ?? ''}
            isOpen={room._id === roomId}
          />
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {found.length === 0 ? `No chats match “${typed.trim()}”. Search by job, site or name.` : ''}
      </p>
    </>
  );
}
