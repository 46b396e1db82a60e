import { TestEnvironment } from 'jest-environment-jsdom';
import { bailing } from './bail.mjs';

export default bailing(TestEnvironment);
