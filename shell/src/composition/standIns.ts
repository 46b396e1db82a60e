import type { ScreenCard } from '@portal/mf-kit/portal';
import { type CardKind, showModuleCard } from '../chrome/ModuleCard';

/** What stands where a module's screen will be: a skeleton while it comes, a card with Retry when it cannot come. */
export interface StandIns {
  skeleton(name: string): void;
  card(name: string, kind: CardKind, retry: () => void): void;
  clear(name: string): void;
}

/** The card of one failed screen, inside its module; `again` is told of its Retry. */
export const screenCard =
  (again: () => void): ScreenCard =>
  (place, retry) =>
    showModuleCard(place, {
      kind: 'screen',
      onRetry() {
        again();
        retry();
      },
    });

export interface StandInParts {
  outlet: HTMLElement;
  /** Whether the asked path is nobody's: the card then is the not-found page. */
  isUnknown: () => boolean;
}

export function createStandIns({ outlet, isUnknown }: StandInParts): StandIns {
  let shown: { name: string; remove: () => void } | null = null;

  function put(name: string, className: string): HTMLElement {
    shown?.remove();
    const host = document.createElement('div');
    host.className = className;
    host.dataset.standIn = name;
    outlet.append(host);
    shown = { name, remove: () => host.remove() };
    return host;
  }

  return {
    skeleton(name) {
      const host = put(name, 'stand-in');
      host.setAttribute('aria-hidden', 'true');
      for (const part of ['title', 'card', 'card', 'card'])
        host.append(Object.assign(document.createElement('div'), { className: `stand-in-${part}` }));
    },
    card(name, kind, retry) {
      const host = put(name, 'stand-in-failed');
      const takeAway = showModuleCard(host, { kind: kind === 'failed' && isUnknown() ? 'unknown' : kind, onRetry: retry });
      shown = {
        name,
        remove: () => {
          takeAway();
          host.remove();
        },
      };
    },
    clear(name) {
      if (shown?.name !== name) return;
      shown.remove();
      shown = null;
    },
  };
}
