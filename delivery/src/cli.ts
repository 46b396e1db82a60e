import { main } from './portal';

process.exitCode = await main(process.argv.slice(2));
