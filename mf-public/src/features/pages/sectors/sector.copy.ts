import type { SectorPage } from '@portal/contracts/_kernel/sectors';

interface Sector {
  /** What one hires. */
  hire: string;
  /** Why. */
  why: readonly string[];
}

export const sectorCopy: Readonly<Record<SectorPage, Sector>> = {
  bank: {
    hire: 'Hire a guard for one day, or for every day that the branch is open. Guards stand where customers see them, keep an eye on the machines and the door, and are there for the two moments that matter most: opening and closing.',
    why: [
      'A uniform at the door gives most people second thoughts, and customers peace of mind.',
      'You name the hours: a shift can begin before the doors open and end after they close.',
      'Whatever happens is written down with its time, for your own security team.',
      'A guard who falls ill is replaced: ask with 6 hours’ notice.',
    ],
  },
  'car-lots': {
    hire: 'Hire a guard for the hours when nobody is selling. Rounds on foot between the rows, a look at every gate and key box, and a report in the morning that says what was found and when.',
    why: [
      'A light that moves between the rows keeps thieves and vandals away better than a sign.',
      'Rounds at hours that change, so that nobody can plan around them.',
      'E-notes with pictures show you a damaged car before your first customer sees it.',
      'You pay for the nights that you need, not for a year.',
    ],
  },
  concierge: {
    hire: 'Hire somebody who is good with people and careful with doors. Concierge guards greet, sign in visitors, mind parcels and keys, and know what to do when the alarm panel lights up.',
    why: [
      'The first face in your building is a licensed guard’s.',
      'Visitors, parcels and keys are on a list, not in somebody’s memory.',
      'Quiet hours stay quiet: guards know how to say no politely.',
      'The same guards can come again, once you have found those who fit your house.',
    ],
  },
  'loss-prevention': {
    hire: 'Hire guards for the sales floor, the fitting rooms or the loading dock. They are seen when that helps and are not when it does not, and they know what the law lets a guard do.',
    why: [
      'Being greeted puts a thief off. Our guards say good morning.',
      'Your staff can serve customers instead of watching them.',
      'Incident reports have their time and place, and pictures where they help.',
      'More guards for the busy weeks, fewer afterwards.',
    ],
  },
  protests: {
    hire: 'Hire guards who have the patience for a long day. They keep entrances clear, walk your people to their cars, note what happens, and leave the opinions to others.',
    why: [
      'Calm guards keep a crowd calm. Nobody is provoked.',
      'Group chat keeps every entrance and your own people in one conversation.',
      'An SOS alert tells the team at once where help is needed.',
      'Guards can be added as the day grows, and sent home when it is over.',
    ],
  },
  'access-control': {
    hire: 'Hire a guard for the gate, the dock or the door. They check names, passes and loads against your list, let in who is expected, and call you about everybody else.',
    why: [
      'One person decides who comes in, and it is written down.',
      'Drivers and visitors are dealt with quickly: a queue at the gate is a risk as well.',
      'You see when a guard arrived and when the shift ended.',
      'When somebody is missing, ask for a guard with 12 hours’ notice.',
    ],
  },
  events: {
    hire: 'Hire guards for doors, queues, stages and car parks, from a school hall to a trade fair. They come briefed, find their place before your guests do, and stay until the last one has left. We do not offer security for events where alcohol is served.',
    why: [
      'Guests are looked after from the car park to their seat.',
      'One team in one group chat: the stage knows what the door knows.',
      'First reports of injuries and incidents reach you during the event, not the week after.',
      'You book the hours of the event, and nothing more.',
    ],
  },
  residential: {
    hire: 'Hire guards for a tower, a townhouse row or a gated street. They walk their rounds, know which car belongs where, let in the plumber, and are there when a neighbour knocks at three in the morning.',
    why: [
      'Residents know who is on duty, and that somebody is.',
      'Noise, parking and parcels are handled before they become a meeting.',
      'E-notes from each round: the board can read what happened.',
      'Holidays and sick days are covered, with 12 hours’ notice.',
    ],
  },
  construction: {
    hire: 'Hire a guard from the first fence to the last key. At night they keep plant, copper and fuel where you left them; by day they mind the gate.',
    why: [
      'What is on site in the evening is on site in the morning.',
      'Rounds are written down with their times.',
      'Guards report a hazard or an injury from where they stand.',
      'Your site changes every month. So can your guards.',
    ],
  },
  vip: {
    hire: 'Hire guards who blend in. They look at the route before you take it, keep a polite distance, and step forward only when somebody has to. Tell us what worries you; we listen first.',
    why: [
      'Discretion comes first: what guards see and hear stays with you.',
      'Somebody has looked at the door, the car and the way between them.',
      'Live tracking and instant messages keep your own people in the picture.',
      'Plans change. We can send a guard within hours.',
    ],
  },
  airports: {
    hire: 'Hire guards for hangars, cargo sheds, car parks and the fence between them. They work landside, under your rules and your passes, and they are used to writing everything down.',
    why: [
      'Doors that must stay shut have somebody who checks them.',
      'Drivers, crews and contractors are met by one person with one list.',
      'Every round and every exception is written down with its time.',
      'More guards when flights are late, fewer when the night is quiet.',
    ],
  },
};
