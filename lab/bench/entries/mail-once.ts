import { join } from 'node:path';
import { sendWhileKilled } from '../../faults/mail';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const MESSAGES = 10_000;
const KILLS = 30;

export const mailOnce: Entry = {
  id: 'mail-once',
  what: `Of ${MESSAGES} mails those lost, or received twice without a lost reply, over ${KILLS} kills of the worker, and lost replies beyond the mails it may have in flight`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const options = { folder: join(lab.folder, 'mail-once'), messages: MESSAGES, kills: KILLS, seed: lab.seed, say: lab.say };
    const { accepted, lost, doubled, unanswered, resent, beyond } = await sendWhileKilled(options);
    return {
      ...exactEstimate(lost.length + doubled.length + beyond),
      detail: `the mail server received ${accepted}, ${MESSAGES - lost.length} different ones; kills lost the replies to ${unanswered}, of which ${resent} were sent again under the same Message-ID; ${beyond} lost replies beyond the mails that a worker may have in flight`,
    };
  },
};
