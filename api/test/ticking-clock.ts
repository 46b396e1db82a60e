import type { Clock } from '@portal/contracts/_kernel/clock';

/** A clock that moves at each reading: forward, like time between two lines of code, or back, like between the clocks of two processes. */
export class TickingClock implements Clock {
  private ms: number;

  constructor(
    instant: string,
    private readonly stepMs: number,
  ) {
    this.ms = Date.parse(instant);
  }

  now = (): Date => {
    this.ms += this.stepMs;
    return new Date(this.ms);
  };
}
