import { createHash } from 'node:crypto';
import swc from '@swc/jest';
import { spoil } from './texts.mjs';

const isTest = (path) => /\.(test|spec)\.|\/shared\/testing\/|\/node_modules\//.test(path);
const text = process.env.SPOILT_TEXT ?? '';
const read = (source, path) => (text && !isTest(path) ? spoil(source, text) : source);

/** Jest's transformer, which reads the sources with SPOILT_TEXT misspelt. Tests are not changed. */
export default {
  createTransformer(options) {
    const real = swc.createTransformer(options);
    return {
      process: (source, path, rest) => real.process(read(source, path), path, rest),
      getCacheKey: (source, path, rest) =>
        createHash('sha256')
          .update(real.getCacheKey(read(source, path), path, rest))
          .update('texts')
          .digest('hex')
          .slice(0, 32),
    };
  },
};
