import { object } from 'yup';
import { id, optionalText } from '../_kernel/shapes';

/** open: waits for a guard. proposed: a guard accepted, dispatch decides. The others are final. */
export const coverStates = ['open', 'proposed', 'approved', 'refused', 'withdrawn', 'ended'] as const;
export type CoverState = (typeof coverStates)[number];

/** The only changes of a cover offer. A proposed guard who declines opens it again. */
export const coverTransitions: Readonly<Record<CoverState, readonly CoverState[]>> = {
  open: ['proposed', 'withdrawn', 'ended'],
  proposed: ['open', 'approved', 'refused', 'withdrawn', 'ended'],
  approved: [],
  refused: [],
  withdrawn: [],
  ended: [],
};
export const coverMayBecome = (from: CoverState, to: CoverState): boolean => coverTransitions[from].includes(to);
export const liveCoverStates: readonly CoverState[] = coverStates.filter((state) => coverTransitions[state].length > 0);
export const isLiveCover = (state: CoverState): boolean => liveCoverStates.includes(state);

/** Guards can accept until this many hours before the start, so that dispatch has time to decide. */
export const coverEndsHours = 2;
export const coverEndsAt = (startTime: string): string => new Date(Date.parse(startTime) - coverEndsHours * 3_600_000).toISOString();

/** Why a shift does not fit a guard, in the order in which the first one is named. */
export const coverFits = ['approved', 'held', 'speciality', 'licence', 'vehicle', 'distance', 'rest', 'places'] as const;
export type CoverFit = (typeof coverFits)[number];

const responsible = 'You stay responsible for this shift until dispatch approves.';

export const coverMessages = {
  offer: 'Offer this shift',
  offerTo: 'Offer to other guards',
  how: [
    'Guards who fit see your shift, and the first who accepts is proposed.',
    'Dispatch approves the change. At some sites it is approved automatically.',
    responsible,
  ],
  responsible,
  /** `when` ends with a period, as in `4:05 p.m.` */
  deadline: (when: string) => `Guards can accept until ${when}`,
  noPenalty: 'Offering a shift does not affect your rating.',
  preferLeave: 'If you are ill or have an emergency, apply for leave instead.',
  note: 'Note for the other guards',
  noteHint: 'Guards who fit can read it. They do not see your name.',
  offered: 'Your shift is offered to guards who fit.',
  kept: 'Your offer is saved on this device. We will send it when you are back online.',
  sending: 'Your offer is being sent.',
  notOffered: 'Your shift was not offered. What you entered is still here; please try again.',
  offeredLate: 'Your offer was not sent in time, so no guard saw it. If you cannot work, apply for leave.',
  withdraw: 'Withdraw offer',
  withdrawn: 'Your offer is withdrawn. The shift stays yours.',
  withdrawKept: 'Your withdrawal is saved on this device. We will send it when you are back online.',
  notWithdrawn: 'Your offer was not withdrawn. Please try again.',
  title: 'Shifts to cover',
  lead: 'Shifts of other guards that fit you. The first who accepts is proposed to dispatch.',
  none: 'No shift to cover',
  noneWhy: 'Shifts that other guards offer appear here if they fit your profile and your own shifts.',
  ownTitle: 'Shifts you offered',
  accept: 'Accept shift',
  decline: 'Not for me',
  automatic: 'This site approves the first guard who accepts.',
  takeBack: 'Take back my acceptance',
  accepted: 'You are proposed for this shift. It is not yours until dispatch approves.',
  acceptedAutomatically: 'The shift is yours. This site approves automatically.',
  acceptKept: 'Your acceptance is saved on this device. Another guard may accept first.',
  accepting: 'Your acceptance is being sent.',
  understood: 'I understand',
  notAccepted: 'Your acceptance was not sent. Please try again.',
  declined: 'You will not see this shift again.',
  takenBack: 'Your acceptance is withdrawn. You will not see this shift again.',
  notDeclined: 'Your choice was not saved. Please try again.',
  notYours: 'You can only offer your own shifts.',
  notOfferable: 'You can offer a shift that is yours, has no leave, and begins in more than two hours.',
  already: 'You have already offered this shift.',
  noOffer: 'You have no open offer for this shift.',
  unknown: 'There is no such offer.',
  taken: 'Another guard accepted this shift first. Look at the other shifts to cover.',
  over: 'This offer has ended. Look at the other shifts to cover.',
  withdrawnBefore: 'The guard withdrew this offer. Look at the other shifts to cover.',
  yoursAlready: 'This shift is yours. If you cannot work it, offer it or apply for leave.',
  notProposed: 'No guard is proposed for this offer.',
  begun: 'The shift has begun, so it stays with the first guard.',
  unfit: {
    approved: 'Your account is not approved.',
    held: 'You have this shift yourself, or you requested leave for it.',
    speciality: 'This shift needs a speciality that is not in your profile.',
    licence: 'Your profile has no licence that is valid through this shift.',
    vehicle: 'This shift needs your own vehicle.',
    distance: 'This shift is farther away than you travel.',
    rest: 'Your own shifts leave less than 8 hours of rest before or after this shift.',
    places: 'Five guards are already on this job.',
  } satisfies Record<CoverFit, string>,
  /** For staff, about the proposed guard. */
  unfitForStaff: (reason: string) => `The proposed guard does not fit any more: ${reason}`,
};

/** The state of an offer for the guard who offered the shift. */
export const ownCoverStates: Readonly<Record<CoverState, { label: string; words: string }>> = {
  open: { label: 'Offered', words: `No guard has accepted yet. ${responsible}` },
  proposed: { label: 'Guard proposed', words: `A guard accepted. ${responsible}` },
  approved: { label: 'Covered', words: 'Another guard works this shift. You have nothing left to do.' },
  refused: { label: 'Cover refused', words: 'Dispatch did not approve the change. The shift stays yours.' },
  withdrawn: { label: 'Offer withdrawn', words: 'You withdrew the offer. The shift stays yours.' },
  ended: { label: 'Offer ended', words: 'The offer ended without a change of guard.' },
};

/** An approved offer of a guard who has the shift again. */
export const heldAgain = { label: 'Yours again', words: 'This shift is yours again. You find it in All Jobs.' };

/** The state of an offer for the guard who accepted it. */
export const takenCoverStates: Readonly<Partial<Record<CoverState, { label: string; words: string }>>> = {
  proposed: { label: 'You are proposed', words: 'The first guard stays responsible until dispatch approves.' },
  approved: { label: 'Yours', words: 'This shift is yours. You find it in All Jobs.' },
  refused: { label: 'Not approved', words: 'Dispatch did not approve the change. This shift is not yours.' },
};

export const coverNotices = {
  offered: 'A shift to cover',
  proposed: 'A guard accepted your shift',
  opened: {
    declined: 'The proposed guard no longer wants your shift',
    unfit: 'The proposed guard cannot take your shift',
  },
  approvedForFirst: 'Your shift is covered',
  approvedForSecond: 'A shift is yours',
  refused: 'A cover was not approved',
  ended: 'Your offer has ended',
  endedText: (shift: string) => `${shift}: no change of guard was approved. The shift stays yours.`,
  movedText: (shift: string) =>
    `${shift}: the shift was moved, so no guard can accept it any more. It stays yours. You can offer it again.`,
  gone: 'A shift to cover is gone',
  unapprovedText: (shift: string) => `${shift}: the shift began before dispatch approved. It is not yours.`,
  withReason: (shift: string, reason: string | undefined) => (reason ? `${shift}: ${reason}` : shift),
  endsWith: {
    leave: 'The guard requested leave for this shift.',
    arrival: 'The guard has begun this shift.',
    job: 'The job was cancelled.',
    moved: 'The shift was moved.',
    revoked: 'The guard no longer has this shift.',
  },
};
export type CoverEnd = keyof typeof coverNotices.endsWith;

const most = 200;
export const coverRules = object({ note: optionalText(most) });
export const coverInput = coverRules.shape({ jobId: id().required(), shiftId: id().required() });
