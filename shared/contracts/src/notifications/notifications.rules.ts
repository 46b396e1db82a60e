export const notificationMessages = {
  approved: 'You are approved',
  approvedNext: 'You can now search for jobs in the Guard Portal and apply.',
  unknown: 'This alert is not known here.',
  notOwn: 'Name a path of the portal, such as /support',
  marked: 'Marked as read',
  allMarked: 'All alerts are marked as read',
  notMarked: 'Could not be marked as read. Please try again.',
} as const;
