import type { SectorPage } from '@portal/contracts/_kernel/sectors';

interface Sector {
  /** Description of the guards to hire. */
  hire: string;
  /** Reasons to hire them. */
  why: readonly string[];
}

export const sectorCopy: Readonly<Record<SectorPage, Sector>> = {
  bank: {
    hire: 'Hire a guard for one day, or for every day your branch is open. Guards stay visible to customers and watch the entrance and the machines. They are there for the two moments that matter most: opening and closing.',
    why: [
      'A uniform at the door deters trouble and reassures customers.',
      'You set the hours: a shift can begin before opening and end after closing.',
      'Every incident is recorded with its time, for your own security team.',
      'If a guard is ill, request a replacement with 6 hours’ notice.',
    ],
  },
  'car-lots': {
    hire: 'Hire a guard for the hours when your lot is closed. Guards walk the rows, check each gate and key box, and report in the morning what they found and when.',
    why: [
      'A patrol between the rows deters thieves and vandals better than a sign.',
      'Patrols at varying times, so no one can plan around them.',
      'E-notes with photos show you damage before your first customer sees it.',
      'You pay only for the nights you need.',
    ],
  },
  concierge: {
    hire: 'Hire a guard who is good with people. Concierge guards greet residents, sign in visitors, and look after parcels and keys. They know what to do when an alarm goes off.',
    why: [
      'The first face in your building is a licensed guard’s.',
      'Visitors, parcels and keys are logged, not left to memory.',
      'Quiet hours stay quiet: guards know how to say no, politely.',
      'Once you find guards who suit your building, you can ask for them again.',
    ],
  },
  'loss-prevention': {
    hire: 'Hire guards for the sales floor, the fitting rooms or the loading dock. They are visible when that helps and discreet when it does not. They know what the law allows a guard to do.',
    why: [
      'A greeting deters theft. Our guards say good morning.',
      'Your staff can serve customers instead of watching them.',
      'Incident reports include the time, the place and photos.',
      'More guards in the busy weeks, fewer afterwards.',
    ],
  },
  protests: {
    hire: 'Hire guards with the patience for a long day. They keep entrances clear, walk your staff to their cars, record what happens, and stay neutral.',
    why: [
      'Calm guards help keep a crowd calm.',
      'Group chat keeps the guards of every entrance in one conversation.',
      'An SOS alert shows our team where help is needed.',
      'Add guards as the day goes on, and release them when it is over.',
    ],
  },
  'access-control': {
    hire: 'Hire a guard for the gate, the dock or the door. They check names, passes and loads against your list, let in those you expect, and call you about everyone else.',
    why: [
      'One person controls entry, and every entry is recorded.',
      'Drivers and visitors are processed quickly, because a lineup at the gate is a risk too.',
      'You see when a guard arrived and when the shift ended.',
      'Short a guard? Request one with 12 hours’ notice.',
    ],
  },
  events: {
    hire: 'Hire guards for doors, lineups, stages and parking lots, from a school hall to a trade show. They arrive briefed and in place before your guests, and stay until the last one leaves. We do not offer security for events where alcohol is served.',
    why: [
      'Guests are looked after from the parking lot to their seats.',
      'One team, one group chat: the stage knows what the door knows.',
      'Guards report injuries and incidents during the event, not the week after.',
      'You book only the hours of your event.',
    ],
  },
  residential: {
    hire: 'Hire guards for a tower, a townhouse row or a gated street. They patrol, know which car belongs where, and let in the plumber. They are there when a neighbour needs help at three in the morning.',
    why: [
      'Residents can ask each guard for the licence card on their phone.',
      'Noise, parking and parcel problems are solved before they reach the board.',
      'E-notes record what each patrol found, with its time.',
      'Cover for holidays and sick days, with 12 hours’ notice.',
    ],
  },
  construction: {
    hire: 'Hire a guard from groundbreaking to handover. At night they protect equipment, copper and fuel; by day they control the gate.',
    why: [
      'A guard on site deters theft at night.',
      'Every patrol is recorded with its time.',
      'Guards report a hazard or an injury on the spot.',
      'Your site changes every month. So can your guards.',
    ],
  },
  vip: {
    hire: 'Hire guards who blend in. They check the route before you take it, keep a polite distance, and step in only when they have to. Tell us your concerns, and we plan from there.',
    why: [
      'Discretion comes first: what guards see and hear stays with you.',
      'The entrance, the car and the path between them are checked first.',
      'Instant messages keep all guards of the detail informed.',
      'Plans change. We can send a guard within hours.',
    ],
  },
  airports: {
    hire: 'Hire guards for hangars, cargo sheds, parking lots and the fence line. They work landside, under your rules and passes, and document everything.',
    why: [
      'Doors that must stay shut are checked.',
      'Drivers, crews and contractors check in with one person.',
      'Every patrol and every exception is recorded with its time.',
      'More guards when flights are late, fewer when the night is quiet.',
    ],
  },
};
