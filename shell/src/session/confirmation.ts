import { type Client, isApiError } from '@portal/api-client/call';
import type { Portal } from '@portal/mf-kit/portal';
import type { ComponentType } from 'react';
import { signal } from '../platform/signal';
import type { ConfirmationDialogProps } from './ConfirmationDialog';

export interface AskedConfirmation extends ConfirmationDialogProps {
  Dialog: ComponentType<ConfirmationDialogProps>;
}

export interface ConfirmationDeps {
  session: { token(): string | null; subscribe(listener: () => void): () => void };
  /** Opens a portal handle for the dialog. */
  openPortal(): { portal: Portal; end(): void };
  signIn: ConfirmationDialogProps['signIn'];
  onConfirmed(): void;
  load?: () => Promise<{ ConfirmationDialog: AskedConfirmation['Dialog'] }>;
}

const loadDialog = () => import(/* webpackChunkName: "confirmation" */ './ConfirmationDialog');

/** The page's one dialog that confirms the session. */
export function createConfirmation({ session, openPortal, signIn, onConfirmed, load = loadDialog }: ConfirmationDeps) {
  const asked = signal<AskedConfirmation | null>(null);
  let pending: Promise<boolean> | null = null;

  async function open(): Promise<boolean> {
    const token = session.token();
    const loaded = await load().catch(() => null);
    if (!loaded || token === null || session.token() !== token) return false;
    const { portal, end } = openPortal();
    let stop = () => {};
    const isConfirmed = await new Promise<boolean>((onAnswer) => {
      stop = session.subscribe(() => {
        if (session.token() !== token) onAnswer(false);
      });
      asked.set({ Dialog: loaded.ConfirmationDialog, portal, signIn, onAnswer });
    });
    stop();
    asked.set(null);
    end();
    if (isConfirmed) onConfirmed();
    return isConfirmed;
  }

  return {
    asked,
    /** Opens the dialog, or joins the open one. Resolves with false if the guard cancels, the session ends or the dialog does not load. */
    ask() {
      pending ??= open().finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}
export type Confirmation = ReturnType<typeof createConfirmation>;

/** Repeats a call that was refused for an unconfirmed session, after the confirmation, with the same options and idempotency key. */
export function withConfirmation(client: Client, { token, ask }: { token: () => string | null; ask: () => Promise<boolean> }): Client {
  return {
    ...client,
    async send(endpoint, input, options) {
      const sentWith = token();
      try {
        return await client.send(endpoint, input, options);
      } catch (error) {
        if (!isApiError(error) || error.reason !== 'confirmation') throw error;
        if (!(await ask()) || options?.signal?.aborted || token() !== sentWith) throw error;
        return client.send(endpoint, input, options);
      }
    },
  };
}
