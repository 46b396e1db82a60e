import { remotesWithAnother } from './oneVersion';

const version = { version: '1.0.0', container: 'jobs_1', entry: 'remoteEntry.js', integrity: '' };

it('lists the remotes with a fallback version', () => {
  const first = { lastGood: null, canary: null };
  expect(remotesWithAnother({ 'mf-jobs': first, 'mf-account': first })).toEqual([]);
  expect(remotesWithAnother({ 'mf-jobs': { lastGood: version, canary: null }, 'mf-account': first })).toEqual(['mf-jobs']);
});
