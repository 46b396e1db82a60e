import { NO_OVERRIDE, OVERRIDE } from '@portal/mf-kit/override';
import styles from './overrideBadge.module.css';

export interface BadgeLine {
  text: string;
  isWrong: boolean;
}

/** A form and no link: the host ends it, wherever in the portal the page is by then. */
function ending(): HTMLFormElement {
  const form = Object.assign(document.createElement('form'), { method: 'get' });
  const button = { name: OVERRIDE, value: NO_OVERRIDE, textContent: 'End override', className: styles.end };
  form.append(Object.assign(document.createElement('button'), button));
  return form;
}

/** Says on every screen that this page is not what guards see, and ends that. */
export function showBadge(lines: readonly BadgeLine[]): void {
  const badge = Object.assign(document.createElement('aside'), { className: styles.badge, ariaLabel: 'Override' });
  const said = lines.map(({ text, isWrong }) =>
    Object.assign(document.createElement('p'), { textContent: text, className: isWrong ? styles.wrong : '' }),
  );
  badge.append(...said, ending());
  document.body.append(badge);
}
