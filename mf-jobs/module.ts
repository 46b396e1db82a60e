import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { defineModule } from '@portal/mf-kit/module';

export const module = defineModule({
  name: 'mf-jobs',
  owner: '@portal/jobs',
  objective: { availability: 0.995, latencyMs: 2500 },
  portal: 1,
  contracts: {
    jobs: 1,
    applications: 1,
    calendar: 1,
    covers: 1,
    enotes: 1,
    handovers: 1,
    leave: 1,
    orders: 1,
    postings: 1,
    specialities: 1,
    shifts: 1,
    welfare: 1,
  },
  routes: {
    [jobsPaths.search.pattern]: {
      access: 'guard',
      chrome: 'guard',
      title: 'Search Jobs',
      nav: [{ slot: 'top', label: 'Search Jobs', order: 20, to: jobsPaths.search(), icon: 'search' }],
    },
    [jobsPaths.jobPage.pattern]: { access: 'guard', chrome: 'guard', title: 'Job' },
    [jobsPaths.allJobs.pattern]: { access: 'guard', chrome: 'guard', title: 'All Jobs' },
    [jobsPaths.jobDetail.pattern]: { access: 'guard', chrome: 'guard', title: 'Job Detail' },
    [coversPaths.covers.pattern]: { access: 'guard', chrome: 'guard', title: 'Shifts to cover' },
    [jobsPaths.history.pattern]: {
      access: 'guard',
      chrome: 'guard',
      title: 'Job History',
      nav: [{ slot: 'side', label: 'Job History', order: 60, to: jobsPaths.history(), icon: 'history' }],
    },
    [jobsPaths.onJob.pattern]: { access: 'guard', chrome: 'guard', nearShift: true, title: 'On Job' },
    [jobsPaths.jobPageSample.pattern]: { access: 'guard', chrome: 'guard', title: 'Job Page (sample)' },
    [jobsPaths.jobDetailSample.pattern]: { access: 'guard', chrome: 'guard', title: 'Job Detail (sample)' },
    [jobsPaths.taskReview.pattern]: { access: 'guard', chrome: 'guard', title: 'Task review (sample)' },
  },
});
