/** The content of the sample screens (ROUTE-61). They need a session, are in no menu, and never show data of a guard. */
export const jobSample = {
  banner: 'Sample. Nothing on this page is real, and nothing here can be applied for or paid.',
  hourlyRate: '$8 to $10', // JOBPAGE2-02, JOBDETAIL2-02
  totalEarning: '$400', // JOBPAGE2-03, JOBDETAIL2-03
  jobTitle: 'Sample: evening patrol of a parking garage',
  description: 'Walk each level once an hour, keep the exits clear, and call the desk when something looks wrong.',
};

export const taskSample = {
  title: 'Task review',
  tasks: [
    { name: 'Open the north gate', at: '6:00 PM', note: 'Done at 5:58 PM, with a photo.', state: 'Approved' },
    { name: 'Walk the perimeter', at: '8:00 PM', note: 'Two of three checkpoints were scanned.', state: 'Sent back' },
    { name: 'Hand the keys to the night desk', at: '11:30 PM', note: 'Waiting for the desk to confirm.', state: 'In review' },
  ],
} as const;
