import { mixinJestEnvironment } from '@stryker-mutator/jest-runner';

/** An environment in which the first test that fails is the last one to run: it has killed the mutant. */
export const bailing = (Environment) =>
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
