import type { HistoryLine } from '../store/store';
import { manualReason, SELF_HEAL_ACTOR } from './auto-rollback';

const line = (by: string, how: HistoryLine['changes'][number]['how'], from: string | null, to: string): HistoryLine => ({
  ...{ revision: 1, at: '2026-05-01T12:00:00Z', by, why: 'a test' },
  changes: [{ name: 'mf-jobs', from, to, how }],
});
const begun = [line('ana', 'activate', null, '1'), line('ana', 'activate', '1', '2')];

it.each([
  ['a new version', begun, { version: '2', isCanary: false }, null],
  [
    'a promoted canary',
    [...begun, line('ana', 'canary', null, '3'), line('ana', 'promote', '2', '3')],
    { version: '3', isCanary: false },
    null,
  ],
  ['a canary', [...begun, line('ana', 'canary', null, '3')], { version: '3', isCanary: true }, null],
  ['a canary after a rollback', [...begun, line('ana', 'rollback', '2', '1')], { version: '3', isCanary: true }, null],
  [
    'active by a rollback',
    [...begun, line(SELF_HEAL_ACTOR, 'rollback', '2', '1')],
    { version: '1', isCanary: false },
    'it became active by a rollback',
  ],
  [
    'active by a person’s rollback',
    [...begun, line('ana', 'rollback', '2', '1')],
    { version: '1', isCanary: false },
    'it became active by a rollback',
  ],
  [
    'a version that was rolled back before',
    [...begun, line(SELF_HEAL_ACTOR, 'rollback', '2', '1'), line('ana', 'activate', '1', '2')],
    { version: '2', isCanary: false },
    'a person forced it to run again',
  ],
  [
    'a canary that was stopped before',
    [...begun, line(SELF_HEAL_ACTOR, 'stop', '3', '2'), line('ana', 'canary', null, '3')],
    { version: '3', isCanary: true },
    'a person forced it to run again',
  ],
  [
    'a canary that ended with a rollback of the active version',
    [
      ...begun,
      {
        ...line(SELF_HEAL_ACTOR, 'rollback', '2', '1'),
        changes: [...line(SELF_HEAL_ACTOR, 'rollback', '2', '1').changes, ...line(SELF_HEAL_ACTOR, 'stop', '3', '1').changes],
      },
    ],
    { version: '3', isCanary: true },
    null,
  ],
])('%s', (_what, history, trial, why) => {
  const left = manualReason(history, { name: 'mf-jobs', ...trial });
  expect(left).toEqual(why && expect.stringContaining(why));
  expect(manualReason(history, { name: 'mf-other', ...trial })).toBeNull();
});
