// Needs a separate jest file: it replaces the client of the API.
import { injuryTypes } from '@portal/contracts/injuries/injuries.endpoints';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { sweepForms } from '@portal/testing/sweepForms';
import { ENoteForm } from './features/enotes/write/ENoteForm';
import { InjuryForm } from './features/injuries/report/InjuryForm';
import { TicketForm } from './features/tickets/report/TicketForm';

const nothing = () => undefined;

sweepForms(__dirname, {
  'features/injuries/report/InjuryForm.tsx': () => ({
    show: <InjuryForm guardId="" />,
    mock: () => {
      mockEndpoint(assignedJobs, { docs: [], total: 0 });
      mockEndpoint(injuryTypes, []);
    },
  }),
  'features/enotes/write/ENoteForm.tsx': () => ({ show: <ENoteForm guardId="" jobs={[]} jobId="" jobIdInUrl={null} />, field: 'Title' }),
  'features/tickets/report/TicketForm.tsx': () => ({
    show: <TicketForm guardId="" chosen={{}} onSent={nothing} />,
    mock: () => mockEndpoint(assignedJobs, { docs: [], total: 0 }),
  }),
});
