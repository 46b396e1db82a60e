import OwnTemporaryFolder from '../../tools/test/jest/node-environment.mjs';
import { bailAtFailure } from './stop-at-first-failure.mjs';

export default bailAtFailure(OwnTemporaryFolder);
