import OwnTemporaryFolder from '../jest-node-environment.mjs';
import { bailing } from './bail.mjs';

export default bailing(OwnTemporaryFolder);
