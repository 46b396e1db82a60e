import { bugs } from './bugs';
import { simulate } from './world';
const most = Number(process.argv[2]);
const only = process.argv[3]?.split(',');
for (const bug of only ?? Object.keys(bugs)) {
  let found = false;
  for (let seed = 1; seed <= most && !found; seed++) {
    const b = await simulate(seed, bug as never);
    if (b.length) { console.log(bug, seed, b.join('; ')); found = true; }
  }
  if (!found) console.log(bug, 'NOT FOUND');
}
