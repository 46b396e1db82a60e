/** At most five guards may apply to one job (JOBPAGE-32); withdrawn and refused ones free the place. */
export const maxApplicants = 5;

export const applicationMessages = {
  applied: 'You successfully applied for the job', // JOBPAGE-20
  applyNow: 'Apply Now', // JOBPAGE-18
  alreadyApplied: 'Already Applied', // JOBPAGE-19, JOBPAGE-29
  full: '5 Guards Already Applied', // JOBPAGE-31
  passed: 'You can not apply for this job due to job time passed away', // JOBPAGE-33
  gone: 'This job is no longer open for applications.',
  noApplication: 'This guard has no open application for this job.',
  alreadyAwarded: 'This guard was already awarded this job.',
  awarded: 'You were awarded a job',
  received: 'Your application was received.',
};
