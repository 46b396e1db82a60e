import type { ModuleVersion } from '@portal/mf-kit/module';
import type { ScreenFailure } from '@portal/mf-kit/remote';
import type { ModuleHostDeps } from './mount';
import { screenErrorCard } from './placeholders';
import type { VersionSelection } from './versionSelection';

/**
 * Notes and reports that one screen of a version fell: a file that did not come is the release's where nothing can stand in, else it is
 * not yet. Gives the card for its place and whether another version can be tried.
 */
export function screenFailed(
  name: string,
  versions: VersionSelection,
  { onFailed, onScreenFailed, loader }: Pick<ModuleHostDeps, 'onFailed' | 'onScreenFailed' | 'loader'>,
  target: ModuleVersion,
  { pattern, error }: ScreenFailure,
) {
  const isFile = error.name === 'ChunkLoadError';
  const hasOther = versions.markScreenFailed(target, pattern, error);
  if (isFile && !hasOther) onFailed(name, target, error, pattern);
  else onScreenFailed(name, target, pattern, error);
  const card = screenErrorCard(() => {
    versions.clearAllFailures();
    if (isFile) loader.retryWithNewUrls(name, target);
  });
  return { hasOther, isFile, card };
}
