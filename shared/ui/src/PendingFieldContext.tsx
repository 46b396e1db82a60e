import { createContext } from 'react';

/**
 * How a field tells its form that something chosen is not ready to be sent: its id, and a promise that never rejects. False where it was
 * refused, which the field says itself; true where it was taken, or another choice took its place.
 */
export type AddPending = (id: string, preparation: Promise<boolean>) => void;

/** Given by `Form`, whose submit waits. */
export const PendingFieldContext = createContext<AddPending>(() => undefined);
