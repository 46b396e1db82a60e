import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { strykerValidationSchema, strykerPlugins as theirs } from '@stryker-mutator/jest-runner';
import { NOT_REACHED } from './not-reached.mjs';

export { strykerValidationSchema };

const [jest] = theirs;

/** True if a mutant is in the sample of this seed. Decided by a hash of the mutant, so that the next part of a run selects the same ones. */
function isDrawn({ fileName, location, replacement }) {
  const drawn = createHash('sha256').update(JSON.stringify([process.env.MUTANTS_SEED, basename(fileName), location, replacement]));
  return drawn.digest().readUInt32BE() / 2 ** 32 < Number(process.env.MUTANTS_SHARE);
}

/**
 * Stryker's jest runner with three changes: it runs only mutants of the sample; it runs the test files that reach a mutant in sequence, the fastest
 * first, until one kills it, because loading the API or a screen costs seconds; and after MUTANTS_UNTIL it runs no more mutants, so that the run
 * ends with the results so far.
 */
class Bounded {
  constructor(inner) {
    this.inner = inner;
    this.memory = process.env.MUTANTS_MEMORY;
  }

  init = () => this.inner.init();
  capabilities = () => this.inner.capabilities();

  async dryRun(options) {
    const result = await this.inner.dryRun(options);
    const spent = {};
    const files = {};
    for (const { id, fileName, timeSpentMs } of result.tests ?? []) {
      files[id] = [...new Set([...(files[id] ?? []), fileName])];
      spent[fileName] = (spent[fileName] ?? 0) + timeSpentMs;
    }
    const missed = JSON.parse(process.env.MUTANTS_TESTS).filter((path) => !Object.keys(spent).some((file) => file.endsWith(path)));
    if (result.status === 'complete' && missed.length > 0) throw new Error(`No test ran in ${missed.join(', ')}`);
    const quickest = Object.keys(spent).sort((one, other) => spent[one] - spent[other]);
    // Stored in a file, because a process that starts after a hung mutant has not seen this run.
    writeFileSync(this.memory, JSON.stringify({ files, quickest }));
    return result;
  }

  async mutantRun(options) {
    if (!isDrawn(options.activeMutant)) return { status: 'error', errorMessage: NOT_REACHED };
    const { files, quickest } = JSON.parse(readFileSync(this.memory, 'utf8'));
    const reached = options.testFilter && new Set(options.testFilter.flatMap((id) => files[id]));
    const all = this.inner.jestConfig;
    let last = { status: 'survived', nrOfTests: 0 };
    try {
      for (const file of quickest.filter((one) => !reached || reached.has(one))) {
        if (Date.now() > Number(process.env.MUTANTS_UNTIL)) return { status: 'error', errorMessage: NOT_REACHED };
        // Limits Jest's search to the folder of the test, because walking the whole tree takes longer than many tests.
        this.inner.jestConfig = { ...all, testMatch: [file], roots: [dirname(file)] };
        const { nrOfTests } = last;
        last = await this.inner.mutantRun(options);
        if (last.status !== 'survived') return last;
        last.nrOfTests += nrOfTests;
      }
      return last;
    } finally {
      this.inner.jestConfig = all;
    }
  }
}

const create = (injector) => new Bounded(jest.factory(injector));
create.inject = jest.factory.inject;

export const strykerPlugins = [{ kind: jest.kind, name: 'bounded-jest', factory: create }];
