// Needs a separate jest file: it replaces the client of the API.
import { cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { breakReasons, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import { mockId } from '@portal/testing/ids';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { runningShift } from '@portal/testing/shifts';
import { sweepForms } from '@portal/testing/sweepForms';
import { CancelModal } from './features/applications/CancelModal';
import { OfferShiftModal } from './features/covers/OfferShiftModal';
import { HandoverModal } from './features/handovers/HandoverModal';
import { ApplyLeaveModal } from './features/leave/ApplyLeaveModal';
import { ReportJobModal } from './features/postings/ReportJobModal';
import { EndJobModal } from './features/shifts/EndJobModal';
import { TakeBreakModal } from './features/shifts/TakeBreakModal';

const nothing = () => undefined;
const reasons = [{ id: mockId(71), name: 'Another reason' }];

sweepForms(__dirname, {
  'features/applications/CancelModal.tsx': () => ({
    show: <CancelModal job={detailOf()} onClose={nothing} onCancelled={nothing} />,
    mock: () => mockEndpoint(cancellationReasons, reasons),
  }),
  'features/handovers/HandoverModal.tsx': () => ({
    show: <HandoverModal shift={runningShift()} note={null} onClose={nothing} />,
  }),
  'features/covers/OfferShiftModal.tsx': () => ({
    show: <OfferShiftModal jobId={jobIds().jobId} shift={shift()} onClose={nothing} />,
  }),
  'features/leave/ApplyLeaveModal.tsx': () => ({
    show: <ApplyLeaveModal jobId={jobIds().jobId} shift={shift()} onClose={nothing} />,
    field: 'Sick',
  }),
  'features/postings/ReportJobModal.tsx': () => ({
    show: <ReportJobModal job={detailOf()} onClose={nothing} />,
    field: 'It asks me to pay or to buy something',
  }),
  'features/shifts/EndJobModal.tsx': () => ({
    show: <EndJobModal shift={runningShift()} onClose={nothing} />,
    mock: () => mockEndpoint(endJobReasons, reasons),
  }),
  'features/shifts/TakeBreakModal.tsx': () => ({
    show: <TakeBreakModal onClose={nothing} />,
    mock: () => mockEndpoint(breakReasons, reasons),
  }),
});
