import type { Question } from '@portal/mf-kit/portal';

export interface UpdatePromptDeps {
  /** The module of the page's path, its mounted version and its quarantined versions. */
  currentModule: () => { name: string; version: string | null; quarantined: Record<string, string> } | null;
  /** The names of unsaved input. Empty while no dialog may open: an SOS is active or its button pressed, or a write is in flight. */
  unsavedNames: () => string;
  confirm: (question: Question) => Promise<boolean>;
  /** Replaces the mount although input is lost. */
  replace: (name: string) => void;
}

/** Pause before a prompt that could not open is tried again. */
const RETRY_MS = 5000;

/** A quarantined version with unsaved input stays mounted unless the guard agrees to its replacement. Prompts once per version. */
export function createUpdatePrompt({ currentModule, unsavedNames, confirm, replace }: UpdatePromptDeps) {
  const prompted = new Set<string>();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  return async function prompt(): Promise<void> {
    const found = currentModule();
    if (!found?.version || !(found.version in found.quarantined)) return;
    const { name, version } = found;
    const key = `${name} ${version}`;
    if (prompted.has(key)) return;
    const names = unsavedNames();
    clearTimeout(retryTimer);
    if (!names) {
      // A dialog takes the focus from the pressed SOS button, so the SOS would not be sent.
      retryTimer = setTimeout(() => void prompt(), RETRY_MS);
      return;
    }
    prompted.add(key);
    const isAgreed = await confirm({
      title: 'Update this page?',
      body: `We found a problem in it. You would have to enter ${names} again.`,
      confirm: 'Update',
      cancel: 'Not now',
      danger: true,
    });
    if (isAgreed && currentModule()?.version === version) replace(name);
  };
}
