import { join } from 'node:path';
import { sendWhileKilled } from '../../faults/mail';
import type { Entry } from '../entry';
import { exactly } from '../estimate';

const MESSAGES = 10_000;
const KILLS = 30;

export const mailOnce: Entry = {
  id: 'mail-once',
  what: `Mails of ${MESSAGES} that did not come, or came again without a swallowed answer, over ${KILLS} kills of the worker, and answers swallowed beyond what it has under way`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const options = { folder: join(lab.folder, 'mail-once'), messages: MESSAGES, kills: KILLS, seed: lab.seed, say: lab.say };
    const { accepted, lost, doubled, unanswered, resent, beyond } = await sendWhileKilled(options);
    return {
      ...exactly(lost.length + doubled.length + beyond),
      detail: `by the receiver's count ${accepted} came, ${MESSAGES - lost.length} different ones; kills swallowed the answers of ${unanswered}, of which ${resent} were sent once more under the same Message-ID; ${beyond} answers beyond those that a worker has under way`,
    };
  },
};
