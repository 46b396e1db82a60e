import { ValidationError } from 'yup';
import { leaveRules, leaveTitles } from './leave.rules';

const check = (input: Record<string, unknown>): unknown => {
  try {
    return leaveRules.validateSync(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]));
  }
};

describe('leaveRules', () => {
  it.each([
    ['CODE-27', 1, 'Sick'],
    ['CODE-28', 2, 'Personal Emergency'],
    ['CODE-29', 3, 'Other'],
  ])('[%s] gives title %i the label %s', (_id, code, label) => expect(leaveTitles[code]).toBe(label));

  it('[LEAVE-01] offers exactly three titles and requires one of them', () => {
    expect(Object.values(leaveTitles)).toEqual(['Sick', 'Personal Emergency', 'Other']);
    expect([undefined, null, '', 'Sick', 4].map((leaveTitle) => check({ leaveTitle }))).toEqual(
      [1, 2, 3, 4, 5].map(() => ({ leaveTitle: 'Please choose why you need leave' })),
    );
  });

  it.each([[undefined], [''], ['   ']])('[LEAVE-03] refuses Other with the description %p', (leaveDescription) =>
    expect(check({ leaveTitle: 3, leaveDescription })).toEqual({ leaveDescription: 'Description should not be blank' }),
  );

  it('[LEAVE-02] retains the description of Other, trimmed', () =>
    expect(check({ leaveTitle: '3', leaveDescription: ' My car broke down ' })).toEqual({
      leaveTitle: 3,
      leaveDescription: 'My car broke down',
    }));

  it('accepts a description of 1000 characters, and refuses a longer one', () => {
    const described = (length: number) => check({ leaveTitle: 3, leaveDescription: 'x'.repeat(length) });
    expect(described(1000)).toEqual({ leaveTitle: 3, leaveDescription: 'x'.repeat(1000) });
    expect(described(1001)).toEqual({ leaveDescription: 'At most 1000 characters' });
  });

  it('[LEAVE-04] drops a description with any other title', () =>
    expect(check({ leaveTitle: 1, leaveDescription: 'left over from Other' })).toEqual({ leaveTitle: 1 }));
});
