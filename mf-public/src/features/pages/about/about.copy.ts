import { chat, shield } from '@portal/ui/drawings';

export const intro = [
  'A site needs a guard tomorrow night. A guard, licensed and ready, lives twenty minutes away and has the evening free. All that is missing is somebody who introduces them, and who makes sure that both can rely on what was said. That is what we do.',
  'Every guard here is licensed, insured and bonded, and was vetted before the first job. Every job names its place, its hours and its rate before anybody applies. What happens on the shift is written down where guard and site can both read it, and pay follows from that.',
] as const;

export const pillars = [
  {
    title: 'Communication',
    text: 'One place for the job, its chat, its notes and its changes. A guard asks before the shift instead of guessing on it; a site hears of an incident while it can still act. Nobody has to pass phone numbers around.',
    drawing: chat,
  },
  {
    title: 'Confidence',
    text: 'A licence that was checked. A rate that stands before you apply. An arrival that is recorded, an SOS alert that reaches the team. Trust is not a promise here; it is what you can look up.',
    drawing: shield,
  },
] as const;
