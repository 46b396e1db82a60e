/** The id of the call that switches an SOS on or off. */
export const sosCallId = 'shifts.sos';

/** The notice while an SOS is on, for every screen except On Job. Times are in the zone of the site. */
export const sosNotice = {
  sent: (time: string) => `Your SOS is on: sent ${time}, not acknowledged yet.`,
  reached: (time: string) => `Your SOS is on: our team received it ${time}, not acknowledged yet.`,
  acknowledged: (time: string, by: string | null | undefined) => `Your SOS was acknowledged${by ? ` by ${by}` : ''} at ${time}`,
  /** Without a press of the guard. */
  noAnswer: (time: string) => `You did not answer a welfare check, so we alerted dispatch at ${time}`,
  unsent: 'Your SOS is not sent yet. It goes out as soon as this phone has a signal.',
  failed: 'Your SOS was not sent. Do you still need help?',
  label: 'Open On Job',
};
