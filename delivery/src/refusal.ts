/** An expected error: a request that cannot be fulfilled. Its message is the one line for the user. */
export class Refusal extends Error {}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** The version to be ended is no longer active. Nothing was changed. */
export class EndedAlready extends Refusal {}

/** Another process wrote the next revision first, so the decision was based on an old registry. */
export class Overtaken extends Refusal {
  constructor(what = 'the registry') {
    super(`someone else has changed ${what}; nothing was done. See \`portal status\` and repeat`);
  }
}
