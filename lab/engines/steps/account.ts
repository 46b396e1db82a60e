import { join } from 'node:path';
import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import { openWithdrawals, payWithdrawal, processWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { callAs } from '../../../e2e/support/api';
import { siteDay } from '../../../e2e/support/siteDay';
import type { Step } from '../environment';
import { button, type Target } from '../visit';
import { until } from '../wait-until';

const PICTURE = join(import.meta.dirname, '../../../delivery/src/host/icons/icon-512.png');

const document: Step = {
  name: 'uploads a document with a picture, and looks at it',
  async run(scene) {
    const visit = await scene.visitAs(await scene.guard());
    await visit.open(documentsPaths.list());
    await visit.choose({ label: /^Document type/ }, 'Drivers license');
    await visit.fill({ label: /^Document number/ }, '12345');
    await visit.fill({ role: 'textbox', name: /^Expiry date/ }, daySlashMonthSlashYear(siteDay(400)));
    await visit.upload('input[type=file]:not([capture])', PICTURE);
    await visit.sees({ text: /icon-512/ });
    await visit.press(button('Add document'));
    await visit.sees({ text: documentMessages.added });
    await visit.press(button('View Drivers license'));
    await visit.comesTo(`document.querySelector('dialog[open] img')?.naturalWidth > 0`, true);
    await visit.press({ ...button('Close'), within: { role: 'dialog' } });
    await visit.sees(button('Delete: Drivers license'));
  },
};

const withdraw: Step = {
  name: 'asks for all that is in hand, and sees it in process and paid on the open page',
  async run(scene) {
    const guard = await scene.guard({ inHand: '120.50' });
    const bank = { accHolderName: 'Test Guard', bankAccountNumber: '1234567', bankInstitution: '004', bankTransitNumber: '12345' };
    await callAs(scene.url, guard, saveBank, { id: guard.id, password: guard.password, ...bank, wantTopay: 2 });
    const visit = await scene.visitAs(guard);
    const asking: Target = { role: 'dialog', name: 'Withdraw' };
    const told: Target = { role: 'dialog', name: 'Withdrawal requested' };
    const current: Target = {
      css: '[aria-current="step"]',
      within: { role: 'list', name: 'Steps of the withdrawal of $120.50' },
    };
    await visit.open(earningsPaths.withdraw());
    await visit.press(button('Withdraw'));
    await visit.holds({ label: /^Amount/, within: asking }, '120.50');
    await visit.press({ css: 'button[type=submit]', within: asking });
    await visit.sees({ text: withdrawMessages.submitted, within: told });
    await visit.press({ ...button('OK'), within: told });
    await visit.sees({ ...current, holds: 'Requested' });
    const mine = await until('staff to have it', async () =>
      (await scene.staff.call(openWithdrawals, {})).find(({ guard: of }) => of === guard.email),
    );
    await scene.staff.call(processWithdrawal, { withdrawalId: mine.id });
    await visit.sees({ ...current, holds: 'In process' });
    await scene.staff.call(payWithdrawal, { withdrawalId: mine.id });
    await visit.sees({ ...current, holds: 'Paid' });
  },
};

export const account: readonly Step[] = [document, withdraw];
