import { TestEnvironment } from 'jest-environment-jsdom';
import { bailAtFailure } from './stop-at-first-failure.mjs';

export default bailAtFailure(TestEnvironment);
