import assert from 'node:assert/strict';
import { join } from 'node:path';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { readChat, writeChat } from '@portal/contracts/chat/chat.staff';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Step } from '../environment';
import { button, link, type Target, tab, title } from '../visit';

const PICTURE = join(import.meta.dirname, '../../../delivery/src/host/icons/icon-512.png');

const enote: Step = {
  name: 'records an e-note with a picture, keeps it over a reload, sends it, and hears it',
  async run(scene) {
    const { job, visit } = await scene.atWork();
    await visit.open(jobsPaths.onJob());
    await visit.press(tab('E-Notes'));
    await visit.press(link('Write an e-note'));
    await visit.press(button('Patrol'));
    await visit.holds({ label: /^Title/ }, 'Patrol');
    await visit.press(tab('Audio'));
    await visit.press(button('Record'));
    await visit.sees({ css: 'p', holds: /^0:0[2-9] of 10:00/ });
    await visit.press(button('Stop'));
    await visit.sees({ css: 'audio[aria-label="Listen to the recording"]' });
    await visit.upload('input[type=file][accept="image/*"]:not([capture])', PICTURE);
    await visit.sees({ text: /icon-512/ });
    await visit.reload();
    await visit.holds({ label: /^Title/ }, 'Patrol');
    await visit.sees({ css: 'audio[aria-label="Listen to the recording"]' });

    await visit.press(button(enoteMessages.submit));
    await visit.sees(title('On Job'));
    await visit.sees({ role: 'list', name: 'Your e-notes', holds: /Sent/ });
    const { docs } = await scene.staff.call(staffEnotes, { jobId: job.jobId });
    assert.equal(docs.length, 1);
    assert.deepEqual([docs[0]?.title, docs[0]?.type, typeof docs[0]?.file, typeof docs[0]?.photo], ['Patrol', 2, 'string', 'string']);

    await visit.open(enotesPaths.list({ jobId: job.jobId }));
    await visit.press(button('Play: Patrol'));
    await visit.comesTo(`document.querySelector('audio[aria-label="Recording: Patrol"]')?.duration > 1`, true);
  },
};

const MANY_LINES = 'The gate at the back is open again. '.repeat(60).trim();
/** True if the focused text box has more content than it shows, and is scrolled to its last line. */
const SCROLLED_TO_ITS_END = `(() => {
  const { scrollTop, scrollHeight, clientHeight } = document.activeElement;
  const padding = Number.parseFloat(getComputedStyle(document.activeElement).paddingBlockEnd);
  return scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - padding - 1;
})()`;

const chat: Step = {
  name: 'writes in the chat and reads the answer as it comes; both are there after a reload',
  async run(scene) {
    const { job, visit } = await scene.atWork();
    const box: Target = { role: 'textbox', name: /^Message to/ };
    const bubble = (said: string) => ({ role: 'article', holds: said, within: { role: 'log' } });
    await visit.open(chatPaths.rooms());
    await visit.press({ role: 'link', name: new RegExp(job.title), within: { role: 'list', name: 'Chats' } });
    await visit.sees({ role: 'heading', level: 2, name: job.title });
    await visit.fill(box, MANY_LINES);
    await visit.comesTo(SCROLLED_TO_ITS_END, true);
    await visit.fill(box, 'Who has the keys?');
    await visit.press(button('Send'));
    await visit.sees({ ...bubble('Who has the keys?'), holds: /Who has the keys\?.*(Sent|Delivered)/s });
    const { chats } = await scene.staff.call(readChat, { jobId: job.jobId });
    assert.equal(chats.filter(({ message }) => message === 'Who has the keys?').length, 1);
    await scene.staff.call(writeChat, { jobId: job.jobId, message: 'They are at the desk.' });
    await visit.sees(bubble('They are at the desk.'));
    await visit.reload();
    for (const said of ['Who has the keys?', 'They are at the desk.']) await visit.sees(bubble(said));
  },
};

export const communication: readonly Step[] = [enote, chat];
