import { alert, briefcase, chat, check, clock, mapPin, note, shield } from '@portal/ui/drawings';

/** The landing page's own words. What the documents state verbatim stands in the contracts. */
export const hero = {
  title: 'Guard work in Ontario, on your terms.',
  lead: 'Pick the shifts that suit you, see what each one pays before you apply, and what you earned when it ends.',
  promises: ['See the rate first', 'Choose your own shifts', 'Credited when the shift ends'],
} as const;

/** The picture of a shift in the hero. */
export const exampleShift = {
  label: 'A shift as you see it',
  title: 'Night concierge',
  time: 'Fri, 6:00 p.m. – 2:00 a.m.',
  place: 'Hamilton, 6 km from home',
  rate: '$24.50',
  total: '8 h = $196.00',
} as const;

export const reasons = [
  {
    drawing: shield,
    title: 'Licensed, insured and bonded',
    text: 'Every guard here is vetted, and hired through a mobile app or this portal. Your licence is worth something, and the people beside you have one too.',
  },
  {
    drawing: clock,
    title: 'Notice as short as 6 to 18 hours',
    text: 'Sites need people soon. A free evening can be a paid shift by tonight.',
  },
  {
    drawing: mapPin,
    title: 'Live tracking, when it matters',
    text: 'Shift monitoring shows that you arrived and when you left.',
  },
  { drawing: alert, title: 'SOS alerts', text: 'One press during a shift tells the team where you are.' },
  { drawing: chat, title: 'Group and live chat', text: 'Instant messages with your site and your team. No phone numbers to pass around.' },
  {
    drawing: note,
    title: 'E-notes and incident reports',
    text: 'Write down what happened in seconds; injuries and incidents reach the right people at once.',
  },
  { drawing: briefcase, title: 'Guard swapping', text: 'Life happens. Ask for leave and another guard can step in for your shift.' },
  {
    drawing: check,
    title: 'No long-term contracts',
    text: 'Guards can be added or removed with notice of a couple of days. You stay free as well.',
  },
] as const;

export const questions = [
  {
    question: 'What do I need to work here?',
    answer: 'A valid Ontario security guard licence, identity documents and a work profile. You add them once, when you register.',
  },
  {
    question: 'How soon can I start?',
    answer: 'You can apply for jobs as soon as our team has approved your profile. We write to you the moment that it happens.',
  },
  {
    question: 'How do I know what a shift pays?',
    answer: 'Every job shows its hourly rate and its hours before you apply. What you earned stands in your wallet after each shift.',
  },
  {
    question: 'What if I cannot make a shift?',
    answer: 'Ask for leave from the shift itself. The site is told, and another guard can take over.',
  },
] as const;
