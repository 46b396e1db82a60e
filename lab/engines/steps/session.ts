import { authMessages } from '@portal/contracts/auth/auth.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Step } from '../environment';
import { button, title } from '../visit';

export const session: Step = {
  name: 'logs in, is still logged in after a reload, logs out',
  async run(scene) {
    const visit = await scene.visitAs(await scene.guard());
    await visit.open(jobsPaths.search());
    await visit.sees(title('Search Jobs'));
    await visit.open(jobsPaths.allJobs());
    await visit.sees(title('All Jobs'));
    if (await visit.isSeen(button('Menu'))) await visit.press(button('Menu'));
    await visit.press(button('Logout'));
    await visit.press({ ...button('Logout'), within: { role: 'alertdialog' } });
    await visit.sees({ text: authMessages.loggedOut });
    await visit.sees(title('Log in'));
  },
};
