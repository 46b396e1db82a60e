import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { strykerValidationSchema, strykerPlugins as theirs } from '@stryker-mutator/jest-runner';
import { NOT_REACHED } from './not-reached.mjs';

export { strykerValidationSchema };

const [jest] = theirs;

/** Whether a mutant is in the sample of this seed: by what it is, so that the next piece of a run draws the same ones. */
function isDrawn({ fileName, location, replacement }) {
  const drawn = createHash('sha256').update(JSON.stringify([process.env.MUTANTS_SEED, basename(fileName), location, replacement]));
  return drawn.digest().readUInt32BE() / 2 ** 32 < Number(process.env.MUTANTS_SHARE);
}

/**
 * Stryker's jest runner, with three things of our own: of a sample only those that were drawn are run; a mutant meets the files whose tests reach it one after the other, the quickest
 * first, until one kills it, because loading the API or a screen for nothing costs seconds; and after MUTANTS_UNTIL no mutant is run any
 * more, so that the run ends with what it knows.
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
    if (result.status === 'complete' && missed.length > 0) throw new Error(`Not one test ran of ${missed.join(', ')}`);
    const quickest = Object.keys(spent).sort((one, other) => spent[one] - spent[other]);
    // Written down: a process that is started later, after a mutant that hung, has not seen this run.
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
        // Jest looks for tests in its folder alone: walking the whole tree takes as long as many a test.
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
