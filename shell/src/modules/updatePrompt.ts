import type { Question } from '@portal/mf-kit/portal';

export interface UpdatePromptDeps {
  /** The module of this page's path, with the version that runs and those that were taken back. */
  here: () => { name: string; version: string | null; quarantined: Record<string, string> } | null;
  /** What is typed and not sent, in words. Empty while nothing may be asked: an SOS is on or its button held, or what was typed is on its way. */
  unsavedNames: () => string;
  confirm: (question: Question) => Promise<boolean>;
  /** Takes the new version though input is lost. */
  replace: (name: string) => void;
}

/** How soon a question that could not be asked is looked at again. */
const AGAIN_MS = 5000;

/** Under unsaved input a version that was taken back goes on, unless the guard lets it go: they are asked once for each. */
export function createUpdatePrompt({ here, unsavedNames, confirm, replace }: UpdatePromptDeps) {
  const asked = new Set<string>();
  let again: ReturnType<typeof setTimeout> | undefined;
  return async function offer(): Promise<void> {
    const found = here();
    if (!found?.version || !(found.version in found.quarantined)) return;
    const { name, version } = found;
    const once = `${name} ${version}`;
    if (asked.has(once)) return;
    const what = unsavedNames();
    clearTimeout(again);
    if (!what) {
      // A dialog takes the focus, and a held button with it: an SOS would not be sent.
      again = setTimeout(() => void offer(), AGAIN_MS);
      return;
    }
    asked.add(once);
    const isTaken = await confirm({
      title: 'Update this page?',
      body: `We found a problem in it. You would have to enter ${what} again.`,
      confirm: 'Update',
      cancel: 'Not now',
      danger: true,
    });
    if (isTaken && here()?.version === version) replace(name);
  };
}
