import { mixinJestEnvironment } from '@stryker-mutator/jest-runner';

/** A Jest environment that skips all tests after the first failure, because the mutant is killed then. */
export const bailAtFailure = (Environment) =>
  mixinJestEnvironment(
    class extends Environment {
      #hasFailed = false;

      async handleTestEvent(event, state) {
        await super.handleTestEvent?.(event, state);
        if (event.name === 'test_done') this.#hasFailed ||= event.test.errors.length > 0;
        else if (event.name === 'test_start' && this.#hasFailed) event.test.mode = 'skip';
      }
    },
  );
