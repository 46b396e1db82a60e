import { serveDev } from './dev';
import { readModule } from './workspace';

/** `portal-dev [module folder]`: serves one remote with live reload inside the running portal. Resolves with the exit code. */
export async function main(args: string[]): Promise<number> {
  try {
    if (process.env.PORTAL_MODE === 'production') throw new Error('dev servers are refused when PORTAL_MODE is production');
    const module = readModule(args[0]);
    if (module.kind === 'shell') throw new Error('the shell has no dev server: change it and run npm start again');
    await serveDev(module);
    return 0;
  } catch (error) {
    process.stderr.write(`portal-dev: ${(error as Error).message}\n`);
    return 1;
  }
}
