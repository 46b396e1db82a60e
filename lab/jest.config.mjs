import base from '../jest.config.mjs';

const node = base.projects.find(({ displayName }) => displayName === 'node');

/** The tests of the lab's own code. `npm test` runs those with `.gate.` in their names too, because they protect the product. */
export default {
  ...base,
  rootDir: node.rootDir,
  reporters: ['default'],
  projects: [{ ...node, displayName: 'lab', testMatch: ['<rootDir>/lab/**/*.test.{ts,mjs}'] }],
};
