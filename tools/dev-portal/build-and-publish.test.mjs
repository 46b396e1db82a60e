import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { publishArguments } from './build-and-publish.mjs';

test.each([
  ['demo', ['--fix', 'npm start']],
  ['production', []],
  [undefined, []],
])('with PORTAL_MODE=%s, `npm start` publishes with the words of a fix only in a demonstration', (PORTAL_MODE, fix) => {
  const base = ['publish', 'shell', '--activate', '--why', 'npm start'];
  expect(publishArguments(temporaryFolder('portal'), { PORTAL_MODE })).toEqual([...base, ...fix]);
});
