/** Something that a person asked for and cannot have. Its message is the one line that they are shown. */
export class Refusal extends Error {}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** What was to end has ended: another version runs. Nothing was done, and nothing is left to do. */
export class EndedAlready extends Refusal {}

/** Somebody else's revision came first: what was decided was decided on another registry. */
export class Overtaken extends Refusal {
  constructor(what = 'the registry') {
    super(`someone else changed ${what} meanwhile; nothing was done. See \`portal status\` and repeat`);
  }
}
