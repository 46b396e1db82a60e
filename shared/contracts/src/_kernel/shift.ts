/** The state of a guard's hold on one shift. */
export const assignmentStates = ['awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
