import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { alert, briefcase, chat, check, clock, mapPin, note, shield } from '@portal/ui/drawings';

/** The landing page's own texts. Texts of the specification are in the contracts. */
export const hero = {
  audience: 'For licensed security guards',
  title: 'Guard work in Ontario, on your terms.',
  lead: 'Choose your shifts, see the full pay before you apply, and keep a record of every hour you work.',
} as const;

/** Facts of the strip below the hero. */
export const facts = [
  { drawing: shield, title: 'Licensed guards only', text: 'We check your Ontario licence before your first shift.' },
  { drawing: check, title: 'Pay shown up front', text: 'Rate, hours and total on every job.' },
  { drawing: clock, title: 'Credited at shift end', text: 'Your pay reaches your balance when the shift ends.' },
  { drawing: mapPin, title: 'Nine Ontario cities', text: 'Search by distance from your home.' },
] as const;

/** The example shift of the pictures. */
export const exampleShift = {
  label: 'Example',
  title: 'Night concierge',
  date: 'Friday',
  time: '6:00 p.m. – 2:00 a.m.',
  place: 'Hamilton · 6 km from home',
  rate: '$24.50',
  formula: '8 h × $24.50',
  total: '$196.00',
} as const;

/** A shift in three steps, each with a picture of its screen. */
export const shiftSteps = [
  {
    title: 'Find a shift that fits',
    text: 'Search by distance, date and sector. Each job lists its dress code, its hours and its total pay before you apply.',
  },
  {
    title: 'Work it with backup',
    text: 'Record your arrival, write e-notes and message the site from one screen. The SOS alert and 911 are always within reach.',
  },
  {
    title: 'See what you earned',
    text: 'Your pay is credited when the shift ends. Check each amount against your hours, then withdraw it to your bank account.',
  },
] as const;

export const licence = {
  title: 'Your licence comes first',
  intro:
    'Ontario’s Private Security and Investigative Services Act requires a licence for paid guard work. We built the portal around yours.',
  points: [
    'You add your licence once, when you register, and our team reviews it before you can apply for jobs.',
    'Your licence card opens on your phone, even without a signal.',
    'We remind you well before it expires, and warn you about shifts after that date.',
  ],
} as const;

interface Reason {
  drawing: string;
  title: string;
  text: string;
  /** The page that explains the point. */
  more?: { label: string; to: string };
}

export const reasons: readonly Reason[] = [
  {
    drawing: shield,
    title: 'Licensed, insured and bonded',
    text: 'Every guard here is vetted, and hired through a mobile app or this portal. You work beside people who hold the same licence you do.',
  },
  {
    drawing: clock,
    title: 'Notice as short as 6 to 18 hours',
    text: 'Sites often need someone soon. A free evening can become a paid shift the same day.',
  },
  {
    drawing: mapPin,
    title: 'Live tracking, when it matters',
    text: 'Shift monitoring records when you arrived and when you left.',
  },
  { drawing: alert, title: 'SOS alerts', text: 'Hold the SOS button during a shift, and our team sees where you are.' },
  {
    drawing: chat,
    title: 'Group and live chat',
    text: 'Instant messages with your site and your team. No need to share your phone number.',
  },
  {
    drawing: note,
    title: 'E-notes and incident reports',
    text: 'Record what you saw in seconds. Reports of injuries and incidents go straight to the right people.',
  },
  {
    drawing: briefcase,
    title: 'Guard swapping',
    text: 'Plans change. Offer your shift, and a guard who fits can take it over.',
    more: { label: 'How guard swapping works', to: `${pagesPaths.howItWorks()}#guard-swapping` },
  },
  {
    drawing: check,
    title: 'No long-term contracts',
    text: 'Guards can be added or removed with notice of a couple of days. You are free to come and go, too.',
  },
];

export const questions = [
  {
    question: 'What do I need to work here?',
    answer: 'A valid Ontario security guard licence, identity documents and a work profile. You add them once, when you register.',
  },
  {
    question: 'How soon can I start?',
    answer: 'You can apply for jobs as soon as our team has approved your profile. We will let you know when that happens.',
  },
  {
    question: 'How do I know what a shift pays?',
    answer: 'Every job shows its hourly rate and its hours before you apply. Your earnings appear in your balance after each shift.',
  },
  {
    question: 'What if I cannot make a shift?',
    answer: 'Offer it to other guards on the shift’s page. If you are ill, request leave there instead. Our team decides.',
  },
] as const;
