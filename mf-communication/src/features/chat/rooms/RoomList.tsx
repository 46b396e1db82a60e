import { copy } from '@portal/contracts/_kernel/copy';
import { searchText } from '@portal/contracts/_kernel/normalise';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Failure } from '@portal/mf-kit/portal';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { useNow } from '@portal/mf-kit/useNow';
import { ButtonLink } from '@portal/ui/ButtonLink';
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

/** With more rooms than this a search field appears. */
const SEARCH_FROM = 7;
const HOUR_MS = 3_600_000;

const isFound = ({ jobId, locationName = '', participants }: Room, needle: string) =>
  [jobId.jobTitle, locationName, ...participants.map(({ firstName, lastName }) => `${firstName} ${lastName}`)].some((text) =>
    searchText(text).includes(needle),
  );

/** A string, so that the memoised row is rendered only when the text changes. */
const timeOf = ({ lastMessage }: Room, now: number | null) => lastMessage && shortTime(lastMessage.timeStamp, now);

/** Returns the focus to the room that the guard left. */
function useReturnFocus(roomId: string | null) {
  const list = useRef<HTMLUListElement | null>(null);
  const previousId = useRef(roomId);
  useEffect(() => {
    if (roomId === null && previousId.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-room="${CSS.escape(previousId.current)}"]`)?.focus();
    previousId.current = roomId;
  }, [roomId]);
  return list;
}

export interface RoomListProps {
  state: Pick<ChatState, 'rooms' | 'cachedRooms' | 'failure'>;
  me: string;
  roomId: string | null;
  /** A failure is shown only while connected, because a new connection reads the rooms again. */
  connection: ConnectionStatus;
  retry: () => void;
}

/** Shown until the rooms are read. */
function RoomsPlaceholder({ failure, isOffline, retry }: { failure: Failure | null; isOffline: boolean; retry: () => void }) {
  if (failure)
    return (
      <QueryFailure
        query={{ error: failure, hasData: false, isPrevious: false, isLoading: false, isRefreshing: false, requestedAt: 0, retry }}
        failed="Your chats could not be loaded"
      />
    );
  if (isOffline)
    return (
      <EmptyState icon="offline" title="No connection" why="Your chats will load when you are back online." className={styles.state} />
    );
  return <Skeleton shape="rows" count={5} label="Loading your chats" className={styles.skeleton} />;
}

/** The guard's rooms, latest message first. Without a connection they are the cached rooms of the last visit. */
export function RoomList({ state, me, roomId, connection, retry }: RoomListProps) {
  const { failure } = state;
  const isOffline = connection === 'lost';
  const rooms = state.rooms ?? (isOffline && state.cachedRooms && state.cachedRooms.length > 0 ? state.cachedRooms : null);
  const now = useNow(HOUR_MS);
  const [typed, setTyped] = useState('');
  const list = useReturnFocus(roomId);
  const needle = searchText(typed).trim();
  const shownFailure = connection === 'connected' ? failure : null;
  if (rooms === null) return <RoomsPlaceholder failure={shownFailure} isOffline={isOffline} retry={retry} />;
  if (rooms.length === 0 && !shownFailure)
    return (
      <EmptyState
        icon="chat"
        title={copy.noDataFoundElsewhere}
        why="Each job has a chat once it is awarded. Your chats will appear here."
        action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
        className={styles.state}
      />
    );
  const places = placesOf(rooms, now);
  const found = needle === '' ? rooms : rooms.filter((room) => isFound(room, needle));
  return (
    <>
      <Status className={styles.offline}>
        {isOffline && state.rooms === null
          ? 'No connection. These are your chats from your last visit. You can still write a message.'
          : null}
      </Status>
      {shownFailure && <StaleNotice text="Your chats could not be updated." retry={retry} />}
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
