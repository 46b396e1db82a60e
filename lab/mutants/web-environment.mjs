import { TestEnvironment } from 'jest-environment-jsdom';
import { bailing } from './stop-at-first-failure.mjs';

export default bailing(TestEnvironment);
