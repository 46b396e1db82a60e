import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { newUuid } from '@portal/mf-kit/newKey';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Session } from '@portal/mf-kit/portal';
import { useEvents } from '@portal/mf-kit/useEvents';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ChatState, OutgoingMessage, UnqueuedMessage } from './chat.state';
import { type ChatStore, createChatStore } from './chat.store';

/** The chat store of a mounted screen; see `createChatStore`. */
export function useChat(session: Session, roomId: string | null): ChatStore & { state: ReturnType<ChatStore['current']> } {
  const portal = usePortal();
  const [store] = useState(() => createChatStore(portal, session));
  const state = useSyncExternalStore(store.subscribe, store.current);
  useEvents(chatEvents, store.eventHandlers);
  useEffect(() => store.start(), [store]);
  useUnsavedInput(
    state.unqueued.some((one) => one.state === 'failed'),
    'your message',
  );
  const isKnown = state.rooms?.some(({ _id }) => _id === roomId) ?? false;
  useEffect(() => store.open(isKnown ? roomId : null), [store, roomId, isKnown]);
  return { ...store, state };
}

export interface OutgoingMessages {
  /** The guard's unsent messages of the open room, oldest first. */
  outgoing: readonly OutgoingMessage[];
  send(message: string, clientId?: string): void;
  retry(one: OutgoingMessage): void;
  remove(one: OutgoingMessage): void;
}

/** Sends through the outbox, in the order of the room, and lists each message until the server's copy arrives. */
export function useOutgoingMessages(
  me: string,
  roomId: string,
  room: Room | null,
  messages: readonly Message[],
  { state: { unqueued }, store }: { state: Pick<ChatState, 'unqueued'>; store: Pick<ChatStore, 'saved' | 'setUnqueued'> },
): OutgoingMessages {
  const portal = usePortal();
  const entries = useOutboxEntries(roomId);
  const texts = useRef(new Map<string, string>());
  const removeUnqueued = (clientId: string) => store.setUnqueued((all) => all.filter((one) => one.clientId !== clientId));

  function send(message: string, clientId = newUuid()) {
    texts.current.set(clientId, message);
    const sending: UnqueuedMessage = { clientId, message, roomId, state: 'sending', at: portal.now().toISOString() };
    store.setUnqueued((all) => [...all.filter((one) => one.clientId !== clientId), sending]);
    const input = { roomId, jobId: room?.jobId._id, senderId: me, senderType: 'guard' as const, message, clientId };
    const what = room ? `Message: ${room.jobId.jobTitle}` : 'Message in a job chat';
    void portal.write(sendMessage, input, { key: clientId, order: roomId, durable: { what, isQuiet: true } }).then((result) => {
      if (result.ok) store.saved(result.data);
      if (result.ok || !result.error.isUnlisted) return removeUnqueued(clientId);
      store.setUnqueued((all) => all.map((one) => (one.clientId === clientId ? { ...one, state: 'failed', failure: result.error } : one)));
    });
  }

  const outgoing = useMemo(() => {
    const listed = entries
      .filter(({ endpointId }) => endpointId === sendMessage.id)
      .flatMap(({ key, input, state, createdAt, sentAt, failure }): OutgoingMessage[] => {
        // The outbox drops the text after sending, and the server's copy arrives at about the same time.
        const message = (input as { message: string } | undefined)?.message ?? texts.current.get(key);
        return message === undefined ? [] : [{ clientId: key, message, state, at: sentAt ?? createdAt, failure }];
      });
    const own = unqueued.filter((one) => one.roomId === roomId && !listed.some(({ clientId }) => clientId === one.clientId));
    const all = [...listed, ...own];
    if (all.length === 0) return all;
    const received = new Set(messages.map(({ clientId }) => clientId));
    return all.filter(({ clientId }) => !received.has(clientId));
  }, [entries, unqueued, messages, roomId]);

  return {
    outgoing,
    send,
    retry: ({ clientId, message }) => {
      if (entries.some(({ key }) => key === clientId)) portal.outbox?.retry(clientId);
      else send(message, clientId);
    },
    remove: ({ clientId }) => {
      portal.outbox?.dismiss(clientId);
      removeUnqueued(clientId);
    },
  };
}
