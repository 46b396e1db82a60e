/** An expected error: a request that cannot be fulfilled. Its message is the one line for the user. */
export class UserError extends Error {}

export const isUserError = (error: unknown): error is UserError => error instanceof UserError;

/** The store did not answer. Nothing is known about its content, so this is neither damage nor an old revision. */
export class StoreFailure extends Error {
  readonly code = 'STORE_FAILURE';
}

export const isStoreFailure = (error: unknown): error is StoreFailure => error instanceof StoreFailure;

/** The version to be ended is no longer active. Nothing was changed. */
export class AlreadyEnded extends UserError {}

/** Another process wrote the next revision first, so the decision was based on an old registry. */
export class ConcurrentChange extends UserError {
  constructor(what = 'the registry') {
    super(`someone else has changed ${what}; nothing was done. See \`portal status\` and repeat`);
  }
}
