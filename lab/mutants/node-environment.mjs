import OwnTemporaryFolder from '../../tools/test/jest/node-environment.mjs';
import { bailing } from './stop-at-first-failure.mjs';

export default bailing(OwnTemporaryFolder);
