/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

it('gives no element a transition of all its properties, which delays each change by a frame', () => {
  expect(readFileSync(join(__dirname, 'base.css'), 'utf8')).not.toMatch(/transition/);
});
