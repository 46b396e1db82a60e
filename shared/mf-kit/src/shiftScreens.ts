import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { RouteDeclaration } from './module';

/**
 * The screens of a shift in module versions that were built before `nearShift` existed. Delete this list when no such version can become
 * active.
 */
const formerPaths = [jobsPaths.onJob, enotesPaths.write, enotesPaths.list, chatPaths.rooms, documentsPaths.list, guardsPaths.myProfile];
const formerPatterns: readonly string[] = formerPaths.map(({ pattern }) => pattern);

/** The patterns of a module that a guard needs near a shift. */
export function nearShiftPatterns(routes: Readonly<Record<string, Pick<RouteDeclaration, 'access' | 'nearShift'>>>): string[] {
  const patterns = Object.keys(routes);
  const declared = patterns.filter((pattern) => routes[pattern]?.nearShift);
  return declared.length > 0 ? declared : patterns.filter((pattern) => formerPatterns.includes(pattern));
}
