/** The benefits in the order of the specification (PUBLIC-TRAINING-04..06). */
export const benefits = [
  {
    title: 'Taught by experts',
    text: 'Our partner agencies’ experts teach the courses. Tell us about your training so far, and an agency near you will call.',
    drawing: 'M12 4 2.5 8.5 12 13l9.5-4.5ZM6 10.5V16c2 2 10 2 12 0v-5.5M21.5 8.5V15',
  },
  {
    title: 'On the way to your licence',
    text: 'The basic training and first aid that Ontario requires, and preparation for the ministry’s security guard licence test.',
    drawing: 'M3 5.5h18v13H3zM7 14.5c.5-2 4.5-2 5 0M9.5 9a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM15 10h3M15 13.5h3',
  },
  {
    title: 'Finding work',
    text: 'Once you have your licence, find jobs near you with the pay shown up front. You choose which ones to take.',
    drawing: 'M4 8.5h16v11H4zM9 8.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v2.5M4 13h16',
  },
] as const;

/** PUBLIC-TRAINING-07, PUBLIC-TRAINING-08. */
export const steps = [
  {
    title: 'Register your interest',
    text: 'Guards register their interest with our partner agencies here. Tell us about yourself and your training so far.',
  },
  {
    title: 'Train and pass',
    text: 'An agency near you will call about dates and fees. You complete the course, then take the ministry’s test.',
  },
  {
    title: 'Update your licence, find work',
    text: 'Once your licence details are updated in the portal, find work: search jobs, apply, and choose your own shifts.',
  },
] as const;
