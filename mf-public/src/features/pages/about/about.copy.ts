import { chat, shield } from '@portal/ui/drawings';

export const intro = [
  'A site needs a guard tomorrow night. A licensed guard lives twenty minutes away and has the evening free. We connect the two, and make sure both can rely on what was agreed.',
  'Every guard here is licensed, insured and bonded, and vetted before the first job. Every job shows its location, hours and rate before anyone applies. Each shift is recorded, and pay is based on that record.',
] as const;

export const pillars = [
  {
    title: 'Communication',
    text: 'The job, its chat, its notes and its changes are in one place. Guards can ask before a shift instead of guessing. Our team hears about an incident while there is time to act. No one has to share a phone number.',
    drawing: chat,
  },
  {
    title: 'Confidence',
    text: 'A licence we have checked. A rate you see before you apply. A recorded arrival, and an SOS alert that reaches our team. You can look up every one of them.',
    drawing: shield,
  },
] as const;
