import type { Clock } from '@portal/contracts/_kernel/clock';

/** A clock that moves at each reading: forward as time does between two lines of code, or back as it does between two processes. */
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
