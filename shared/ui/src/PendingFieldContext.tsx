import { createContext } from 'react';

/**
 * Reports to the form that a field is still preparing a value. The promise never rejects. It resolves with false if the value was refused;
 * the field then shows the reason. It resolves with true if the value was accepted or replaced.
 */
export type AddPending = (id: string, preparation: Promise<boolean>) => void;

/** Provided by `Form`, which delays its submit. */
export const PendingFieldContext = createContext<AddPending>(() => undefined);
