import { applicationMessages, cancelInput, cancelRules, maxApplicants, outcomes } from './applications.rules';

describe('application texts', () => {
  it('[JOBPAGE-32] allows at most five applicants', () => expect(maxApplicants).toBe(5));

  it.each([
    ['JOBPAGE-18', applicationMessages.applyNow, 'Apply Now'],
    ['JOBPAGE-19', applicationMessages.alreadyApplied, 'Already Applied'],
    ['JOBPAGE-20', applicationMessages.applied, 'You successfully applied for the job'],
    ['JOBPAGE-31', applicationMessages.full, '5 Guards Already Applied'],
    ['JOBPAGE-33', applicationMessages.passed, 'You can not apply for this job due to job time passed away'],
  ])('[%s] has the stated text', (_id, text, stated) => expect(text).toBe(stated));

  it.each([
    [applicationMessages.gone, 'This job is no longer open for applications.'],
    [applicationMessages.noApplication, 'This guard has no open application for this job.'],
    [applicationMessages.alreadyAwarded, 'This guard was already awarded this job.'],
    [applicationMessages.awarded, 'You were awarded a job'],
    [applicationMessages.received, 'Your application was received.'],
    [applicationMessages.waits, 'Waiting to be sent'],
    [applicationMessages.kept, 'Your application is saved on this device. We will send it when you are back online.'],
    [applicationMessages.cancel, 'Cancel application'],
    [applicationMessages.withdraw, 'Withdraw'],
    [applicationMessages.chooseReason, 'Please choose a reason'],
    [applicationMessages.cancelled, 'Your application was cancelled. You can apply again while the job is open.'],
    [applicationMessages.notApplied, 'You have no open application for this job.'],
    [applicationMessages.awardedToYou, 'You were awarded this job. If you cannot work a shift, please request leave.'],
    [applicationMessages.begun, 'An application can only be cancelled before the job begins.'],
    [applicationMessages.refused, 'Your application was not successful'],
    [applicationMessages.takenBack, 'An award was cancelled'],
    [applicationMessages.nothingToTakeBack, 'No shift of this award is ahead, so nothing can be taken back.'],
    [applicationMessages.overlaps('“Gate” (Fri)'), 'This guard already works “Gate” (Fri) at that time.'],
    [applicationMessages.notCancelled, 'Your application was not cancelled. What you entered is still here; please try again.'],
  ])('%s', (text, words) => expect(text).toBe(words));

  it('has a text for every outcome', () =>
    expect(outcomes).toEqual({
      waiting: 'Waiting',
      awarded: 'Awarded',
      refused: 'Refused',
      'taken-back': 'Award cancelled',
      withdrawn: 'Withdrawn',
      'job-cancelled': 'Job cancelled',
      passed: 'No decision in time',
    }));
});

describe('cancelRules and cancelInput', () => {
  const [reasonId, jobId, shiftId] = ['71', '72', '73'].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
  const faultsOf = (given: object, rules: { validateSync(value: unknown, options: object): unknown } = cancelRules) => {
    try {
      rules.validateSync(given, { abortEarly: false });
      return [];
    } catch (error) {
      return (error as { inner: { path: string; message: string }[] }).inner.map(({ path, message }) => `${path}: ${message}`);
    }
  };

  it.each([
    ['a reason alone', { reasonId }, []],
    ['a comment of 1000 letters', { reasonId, comment: 'a'.repeat(1000) }, []],
    ['a comment of 1001 letters', { reasonId, comment: 'a'.repeat(1001) }, ['comment: At most 1000 characters']],
    ['no reason', {}, ['reasonId: Please choose a reason']],
    ['an invalid reason', { reasonId: 'x' }, ['reasonId: Please choose a reason']],
  ])('%s', (_what, given, faults) => expect(faultsOf(given)).toEqual(faults));

  it('requires the job and the shift in the call', () => {
    expect(faultsOf({ reasonId, jobId, shiftId }, cancelInput)).toEqual([]);
    expect(faultsOf({ reasonId }, cancelInput).map((fault) => fault.split(':')[0])).toEqual(['jobId', 'shiftId']);
  });
});
