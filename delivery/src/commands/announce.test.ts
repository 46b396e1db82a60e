import { commandLine } from '../../test/command-line';
import { deploy, info, newContext } from '../../test/fixtures';
import { ApiUnknown } from '../gate/gate';
import { verifyRegistry } from '../registry/signatures';
import { announce, endAnnouncement } from './announce';

const WORDS = 'The portal is away on Tuesday from 02:00 to 02:30.';
const { portal, begin, said } = commandLine({ '/search-job': 'Search' });

async function open() {
  const context = newContext();
  await deploy(context, { name: 'shell' }, { name: 'mf-jobs', routes: { '/search-job': 'Search' } });
  const running = async () => verifyRegistry((await context.store.registry()) ?? '', context.ops.publicKey).registry;
  return { context, running };
}

it('is in the signed registry with its end and author', async () => {
  const { context, running } = await open();
  await announce(context, `  ${WORDS}\n`, 8, info);
  expect(await running()).toMatchObject({
    revision: 2,
    announcement: { text: WORDS, until: '2026-05-01T20:00:00.000Z', by: 'ana', at: '2026-05-01T12:00:00.000Z' },
  });
});

it('can be set while the API is down', async () => {
  const { context, running } = await open();
  await announce({ ...context, served: new ApiUnknown('it is away') }, WORDS, 8, info);
  expect((await running()).announcement?.text).toBe(WORDS);
});

it('stays over releases until it is ended', async () => {
  const { context, running } = await open();
  await announce(context, WORDS, 8, info);
  await deploy(context, { name: 'mf-jobs', version: '1.1.0', routes: { '/search-job': 'Search' }, script: 'later' });
  expect((await running()).announcement?.text).toBe(WORDS);
  await endAnnouncement(context, info);
  expect(await running()).not.toHaveProperty('announcement');
  expect((await running()).modules['mf-jobs']?.version).toBe('1.1.0');
});

it.each([
  [[''], 'announce what?'],
  [['x'.repeat(201)], '201 characters; at most 200'],
  [[WORDS, '--hours', '0'], '--hours is above 0 and at most 336'],
  [[WORDS, '--hours', 'soon'], '--hours is above 0 and at most 336'],
  [[WORDS, '--stop'], 'either new words or --stop'],
  [['--stop'], 'nothing is announced'],
])('rejects portal announce %s, and changes nothing', async (args, words) => {
  const context = await begin();
  const before = await context.store.registry();
  expect(await portal('announce', ...args)).toBe(1);
  expect(said().replace(/\s+/g, ' ')).toContain(words);
  expect(await context.store.registry()).toBe(before);
});

it('is shown by status and history, in 80 columns', async () => {
  await begin();
  expect(await portal('announce', WORDS, '--hours', '8', '--by', 'ana')).toBe(0);
  const lines: string[] = [];
  for (const command of ['status', 'history']) {
    await portal(command);
    lines.push(...said().split('\n'));
  }
  const words = lines.join(' ').replace(/\s+/g, ' ');
  expect(words).toMatch(/announced until \d{4}-\d\d-\d\d \d\d:\d\d UTC, by ana: The portal is away/);
  expect(words).toContain(`ana: announced: ${WORDS}`);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
