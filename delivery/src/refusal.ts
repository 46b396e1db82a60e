/** Something that a person asked for and cannot have. Its message is the one line that they are shown. */
export class Refusal extends Error {}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;
