#!/usr/bin/env node
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/types-cli.ts');
process.exitCode = await main();
