import type { ModuleVersion } from '@portal/mf-kit/module';
import type { ScreenFailure } from '@portal/mf-kit/remote';
import type { SlotParts } from './parts';
import { screenCard } from './standIns';
import type { Versions } from './versions';

/**
 * Notes and reports that one screen of a version fell: a file that did not come is the release's where nothing can stand in, else it is
 * not yet. Gives the card for its place and whether another version can be tried.
 */
export function tellFallen(
  name: string,
  versions: Versions,
  { onFailed, onScreenFailed, loader }: Pick<SlotParts, 'onFailed' | 'onScreenFailed' | 'loader'>,
  target: ModuleVersion,
  { pattern, error }: ScreenFailure,
) {
  const isFile = error.name === 'ChunkLoadError';
  const hasOther = versions.screenFell(target, pattern, error);
  if (isFile && !hasOther) onFailed(name, target, error, pattern);
  else onScreenFailed(name, target, pattern, error);
  const card = screenCard(() => {
    versions.pardon();
    if (isFile) loader.again(name, target);
  });
  return { hasOther, isFile, card };
}
