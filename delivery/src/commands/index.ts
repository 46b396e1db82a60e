import { acceptRevisionCommand } from './accept-revision';
import { activateCommand } from './activate';
import { announceCommand } from './announce';
import { canaryCommand } from './canary';
import { drillCommand } from './check-rollback';
import type { Command } from './command';
import { createTokenCommand } from './create-token';
import { doctorCommand } from './doctor';
import { historyCommand } from './history';
import { listTokensCommand } from './list-tokens';
import { opsCodeCommand } from './ops-code';
import { pruneCommand } from './prune';
import { publishCommand } from './publish';
import { revokeTokenCommand } from './revoke-token';
import { rollbackCommand } from './rollback';
import { rolloutCommand } from './rollout';
import { rotateKeyCommand } from './rotate-key';
import { keepWorkerCommand, killWorkerCommand } from './service-worker';
import { stageCommand } from './stage';
import { statusCommand } from './status';
import { verifyCommand } from './verify';

/** The commands of `portal`, in the order of the help. */
export const commands: readonly Command[] = [
  publishCommand,
  activateCommand,
  rollbackCommand,
  canaryCommand,
  rolloutCommand,
  stageCommand,
  killWorkerCommand,
  keepWorkerCommand,
  announceCommand,
  statusCommand,
  historyCommand,
  createTokenCommand,
  revokeTokenCommand,
  rotateKeyCommand,
  opsCodeCommand,
  acceptRevisionCommand,
  listTokensCommand,
  pruneCommand,
  drillCommand,
  verifyCommand,
  doctorCommand,
];
