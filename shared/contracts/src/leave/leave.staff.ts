import { number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardName, id } from '../_kernel/shapes';
import { string } from '../_kernel/text';

const decision = (act: 'approve' | 'refuse', summary: string) =>
  endpoint({
    id: `leave.${act}`,
    method: 'POST',
    path: `/leave/${act}`,
    auth: 'staff',
    roles: ['dispatcher'],
    command: { name: `${act}-leave`, arguments: ['guard', 'shiftId'], summary },
    input: object({ guard: guardName(), shiftId: id().required() }),
    output: object({ shiftId: string().required(), status: number().required() }),
  });
export const approveLeave = decision('approve', 'grants a leave request');
export const refuseLeave = decision('refuse', 'refuses a leave request');
