import { applicationMessages, maxApplicants } from './applications.rules';

describe('application texts', () => {
  it('[JOBPAGE-32] five guards at most', () => expect(maxApplicants).toBe(5));

  it.each([
    ['JOBPAGE-18', applicationMessages.applyNow, 'Apply Now'],
    ['JOBPAGE-19', applicationMessages.alreadyApplied, 'Already Applied'],
    ['JOBPAGE-20', applicationMessages.applied, 'You successfully applied for the job'],
    ['JOBPAGE-31', applicationMessages.full, '5 Guards Already Applied'],
    ['JOBPAGE-33', applicationMessages.passed, 'You can not apply for this job due to job time passed away'],
  ])('[%s] reads as stated', (_id, text, stated) => expect(text).toBe(stated));
});
