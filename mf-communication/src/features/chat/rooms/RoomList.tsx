import { copy } from '@portal/contracts/_kernel/copy';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { EmptyState } from '@portal/ui/EmptyState';
import { Icon } from '@portal/ui/Icon';
import { Skeleton } from '@portal/ui/Skeleton';
import { TextField } from '@portal/ui/TextField';
import { useEffect, useRef, useState } from 'react';
import type { ChatState } from '../chat.state';
import { shortTime } from '../chat.words';
import { NotRead } from '../NotRead';
import type { Line } from '../useLine';
import styles from './RoomList.module.css';
import { RoomRow } from './RoomRow';

/** With more rooms than this a word finds one sooner than the eye. */
const SEARCH_FROM = 7;

const isFound = ({ jobId, participants }: Room, word: string) =>
  [jobId.jobTitle, ...participants.map(({ firstName, lastName }) => `${firstName} ${lastName}`)].some((text) =>
    text.toLowerCase().includes(word),
  );

/** As text: a row is drawn again only when it changed. */
const timeOf = ({ lastMessage }: Room, now: Date) => lastMessage && shortTime(lastMessage.timeStamp, now);

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
  state: Pick<ChatState, 'rooms' | 'failure'>;
  me: string;
  roomId: string | null;
  /** Without one nothing failed: what is missing is read as soon as there is one. */
  line: Line;
  retry: () => void;
}

/** The guard's rooms, that of the latest message first. */
export function RoomList({ state: { rooms, failure }, me, roomId, line, retry }: RoomListProps) {
  const portal = usePortal();
  const [typed, setTyped] = useState('');
  const list = useFocusBack(roomId);
  const word = typed.trim().toLowerCase();
  const isFailed = failure !== null && line === 'connected';
  if (rooms === null && isFailed)
    return (
      <QueryFailure
        query={{ error: failure, hasData: false, isPrevious: false, isLoading: false, isRefreshing: false, askedAt: 0, retry }}
        failed="Your chats could not be loaded"
      />
    );
  if (rooms === null && line === 'lost')
    return (
      <EmptyState icon="offline" title="No connection" why="Your chats are loaded as soon as there is one." className={styles.state} />
    );
  if (rooms === null) return <Skeleton shape="rows" count={5} label="Loading your chats" className={styles.skeleton} />;
  if (rooms.length === 0 && !isFailed)
    return (
      <EmptyState
        icon="chat"
        title={copy.noDataFoundElsewhere}
        why="A job has its chat from the first award on. Yours will stand here once you are awarded one."
        className={styles.state}
      />
    );
  const found = word === '' ? rooms : rooms.filter((room) => isFound(room, word));
  const now = portal.now();
  return (
    <>
      {isFailed && <NotRead text="Your chats could not be read again." retry={retry} />}
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
          <RoomRow key={room._id} room={room} me={me} time={timeOf(room, now)} isOpen={room._id === roomId} />
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {found.length === 0 ? `No chat has “${typed.trim()}” in its job or names.` : ''}
      </p>
    </>
  );
}
