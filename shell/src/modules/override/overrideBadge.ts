import { NO_OVERRIDE, OVERRIDE } from '@portal/mf-kit/override';
import styles from './overrideBadge.module.css';

export interface BadgeLine {
  text: string;
  isWrong: boolean;
}

/** A form without an action requests the page that is open then; the portal host ends the override. */
function createEndForm(): HTMLFormElement {
  const form = Object.assign(document.createElement('form'), { method: 'get' });
  const button = { name: OVERRIDE, value: NO_OVERRIDE, textContent: 'End override', className: styles.end };
  form.append(Object.assign(document.createElement('button'), button));
  return form;
}

/** Shows on every screen that this page runs overrides, with a button that ends them. */
export function showBadge(lines: readonly BadgeLine[]): void {
  const badge = Object.assign(document.createElement('aside'), { className: styles.badge, ariaLabel: 'Override' });
  const paragraphs = lines.map(({ text, isWrong }) =>
    Object.assign(document.createElement('p'), { textContent: text, className: isWrong ? styles.wrong : '' }),
  );
  badge.append(...paragraphs, createEndForm());
  document.body.append(badge);
}
