import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, fakeBuild, info, newContext, writeEvents } from '../../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../../test/test-host';
import { canary } from '../../commands/canary';
import { publish } from '../../commands/publish';
import { rollback } from '../../commands/rollback';
import { dayOf } from '../../health/budget-counts';
import { emptyStats } from '../../health/version-stats';
import { opsCodesOf } from '../../ops-code';
import { verifyRegistry } from '../../registry/signatures';
import type { CommandContext } from '../../registry/update-registry';
import { browserAt, TOKEN, textOf } from './fixtures';
import { OPS } from './view';

const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });
let ms = Date.parse('2026-05-01T12:00:00Z');
let context: ReturnType<typeof newContext>;
let host: TestHost;
let createContext: () => CommandContext;
let api: Awaited<ReturnType<typeof standIn>>;

async function start(hasKey = true, codeKey: Buffer | null = null) {
  context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'), { name: 'mf-public', routes: { '/': 'Home', '*': 'Page not found' } });
  await deploy(context, jobs('1.1.0'));
  host = await startTestHost(api.port, undefined, {
    context,
    now: () => ms,
    ops: { token: TOKEN, codeKey, context: hasKey ? async () => createContext() : null },
  });
}
beforeAll(async () => {
  api = await standIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ms += 3_600_000;
  createContext = () => context;
  await start();
});
afterEach(() => host.close());

const { get, post, signIn } = browserAt(() => host.app);
const running = async () => verifyRegistry((await context.store.registry()) ?? '', context.ops.publicKey).registry;
const back = { act: 'rollback', name: 'mf-jobs', from: '1.1.0', to: '1.0.0', reason: 'blank list' };

describe('access to the operations page', () => {
  it('shows the active set only after sign-in, and runs no script', async () => {
    const reply = await get();
    const page = await textOf(reply);
    expect(page).toContain('name="token"');
    expect(page).not.toContain('mf-jobs');
    expect(page).not.toContain('<script');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-security-policy')).not.toContain('unsafe-');
  });

  it('keeps the badge out of scripts and of other sites, for eight hours', async () => {
    const reply = await post({ act: 'enter', name: 'Ana', token: TOKEN });
    expect(reply.headers.get('set-cookie')).toMatch(/^ops=[^;]+; Path=\/_ops; HttpOnly; SameSite=Strict$/);
    const badge = await signIn();
    expect(await textOf(await get(badge))).toContain('mf-jobs 1.1.0');
    ms += 8 * 3_600_000;
    expect(await textOf(await get(badge))).not.toContain('mf-jobs');
  });

  it('rejects a name of 61 characters and keeps it in the field, and accepts a name of 60 characters', async () => {
    const enter = (length: number) => post({ act: 'enter', name: 'x'.repeat(length), token: TOKEN });
    const refused = await enter(61);
    const page = await textOf(refused);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([422, null]);
    expect(page).toContain('Your name has 61 characters, and may have 60.');
    expect(page).toContain(`value="${'x'.repeat(61)}"`);
    expect(page).not.toContain('maxlength');
    expect((await enter(60)).status).toBe(303);
  });

  it('requires a code as a second factor if the host has a key of codes', async () => {
    await host.close();
    const key = Buffer.alloc(32, 7);
    await start(true, key);
    expect(await textOf(await get())).toContain('name="code"');
    const enter = (code: string) => post({ act: 'enter', name: 'Ana', token: TOKEN, code });
    const refused = await enter('000000');
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await textOf(refused)).toContain('This code is wrong');
    expect((await enter(opsCodesOf(key, 'Ana').generate({ timestamp: ms }))).status).toBe(303);
  });

  it('rejects a cookie that is sealed with the token alone when the host has a key of codes', async () => {
    const forged = await signIn();
    await host.close();
    await start(true, Buffer.alloc(32, 7));
    expect(await textOf(await get(forged))).not.toContain('mf-jobs');
    expect((await post(back, forged)).status).toBe(403);
    expect((await running()).modules['mf-jobs']?.version).toBe('1.1.0');
  });

  it('rejects a wrong token, and delays the reply after many wrong ones but never for the right one', async () => {
    const wrong = () => post({ act: 'enter', name: 'Eve', token: 'wrong' });
    for (let tries = 0; tries < 5; tries++) expect((await wrong()).status).toBe(403);
    const order: string[] = [];
    const slow = wrong().then(({ status }) => order.push(`wrong ${status}`));
    await signIn();
    order.push('right');
    await slow;
    expect(order).toEqual(['right', 'wrong 429']);
  });

  it.each([
    [' ', 'Enter your name'],
    ['Self-Heal', 'self-heal is what the host itself is called'],
  ])('rejects the name %j', async (name, words) => {
    const reply = await post({ act: 'enter', name, token: TOKEN });
    expect([reply.status, await textOf(reply)]).toEqual([422, expect.stringContaining(words)]);
  });

  it.each([
    ['no badge', ''],
    ['a forged badge', `${Buffer.from('{"name":"Eve","until":9999999999999}').toString('base64url')}.c2VhbA`],
    [
      'a badge without a signature',
      `${['{"alg":"none","typ":"ops-badge+jwt"}', '{"sub":"Eve","jti":"1","exp":9999999999}'].map((part) => Buffer.from(part).toString('base64url')).join('.')}.`,
    ],
    ['no badge at all', 'x'],
  ])('does nothing for %s', async (_, badge) => {
    const reply = await post(back, badge);
    expect(reply.status).toBe(403);
    expect((await running()).modules['mf-jobs']?.version).toBe('1.1.0');
  });

  it('does nothing for a form of another site', async () => {
    const badge = await signIn();
    const reply = await post(back, badge, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
    expect(reply.status).toBe(403);
    expect((await running()).modules['mf-jobs']?.version).toBe('1.1.0');
  });

  it('ends a badge when its owner signs out', async () => {
    const [badge, other] = [await signIn(), await signIn('Ben')];
    const reply = await post({ act: 'leave' }, badge);
    expect(reply.headers.get('set-cookie')).toContain('ops=; Path=/_ops; Max-Age=0');
    expect((await post(back, badge)).status).toBe(403);
    expect(await textOf(await get(badge))).not.toContain('mf-jobs');
    expect(await textOf(await get(other))).toContain('mf-jobs 1.1.0');
  });
});

describe('actions of the operations page', () => {
  it('rolls a module back with a reason, and confirms it once it is live', async () => {
    const badge = await signIn();
    const reply = await post(back, badge);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/_ops?done=3']);
    expect((await running()).modules['mf-jobs']).toMatchObject({ version: '1.0.0', by: 'Ana', quarantined: { '1.1.0': 'blank list' } });
    expect(await textOf(await get(badge, '?done=3'))).toContain('role="status">Revision 3 is live: rollback mf-jobs 1.1.0 -&gt; 1.0.0.');
  });

  it('shows the counts of each version by all hosts', async () => {
    const versions = {
      'mf-jobs@1.1.0': { ...emptyStats(), views: 200, failed: 10, rated: 50, slow: 5 },
      'mf-jobs@1.0.0': { ...emptyStats(), views: 4000, failed: 0 },
    };
    const kept = { at: new Date(ms).toISOString(), healing: 'on', note: 'mf-jobs 1.1.0 is left to people', versions };
    await context.store.writeHealth('b0a7', JSON.stringify(kept));
    const page = await textOf(await get(await signIn()));
    expect(page).toContain('<dt>seen</dt><dd>200 views, 5 % failed');
    expect(page).toMatch(/<dt>last good<\/dt><dd>1\.0\.0, 4000 views, 0 % failed/);
    expect(page).toContain('mf-jobs 1.1.0 is left to people');
  });

  it('[BUDGET-07] shows owner, objectives, budgets and burn rates, and states each empty budget above the modules', async () => {
    await deploy(context, { ...jobs('1.2.0'), owner: '@portal/jobs', objective: { availability: 0.99, latencyMs: 2000 } });
    await writeEvents(context.store, 'a1', 'mf-jobs', { [dayOf(ms)]: { views: 9000, bad: 900, loads: 400, late: 50 } });
    const page = await textOf(await get(await signIn()));
    expect(page).toContain('<dt>owner</dt><dd>@portal/jobs</dd>');
    expect(page).toContain('<dt>availability</dt><dd>90 % of 9000 views good, objective 99 %: 0 % of its budget left; burn - in 1 h');
    expect(page).toContain('<dt>latency</dt><dd>87.5 % of 400 loads within 2000 ms, objective 75 %: 50 % of its budget left');
    expect(page).toMatch(/ops-wrong">the availability budget of mf-jobs is empty since .*<div class="ops-modules">/);
  });

  it('[BUDGET-04] does not promote a canary while the budget of its module is empty, and gives the reason', async () => {
    await publish(context, fakeBuild(jobs('1.2.0')), {});
    await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 5, info);
    await writeEvents(context.store, 'a1', 'mf-jobs', { [dayOf(context.now().getTime())]: { views: 9000, bad: 900 } });
    const reply = await post({ act: 'promote', name: 'mf-jobs', from: '1.2.0' }, await signIn());
    expect([reply.status, await textOf(reply)]).toEqual([
      422,
      expect.stringMatching(/role="alert">the availability budget of mf-jobs is empty since/),
    ]);
    expect((await running()).modules['mf-jobs']?.version).toBe('1.1.0');
  });

  it('[BUDGET-06] rolls back to an earlier version while the budget is empty, and refuses a version that was never active', async () => {
    await publish(context, fakeBuild(jobs('1.2.0')), {});
    await writeEvents(context.store, 'a1', 'mf-jobs', { [dayOf(context.now().getTime())]: { views: 9000, bad: 900 } });
    const badge = await signIn();
    const refused = await post({ ...back, to: '1.2.0' }, badge);
    expect([refused.status, await textOf(refused)]).toEqual([422, expect.stringContaining('the availability budget of mf-jobs is empty')]);
    expect((await post({ ...back, to: '1.0.0' }, badge)).status).toBe(303);
    expect((await running()).modules['mf-jobs']?.version).toBe('1.0.0');
  });

  it('shows damage of the active versions', async () => {
    const badge = await signIn();
    expect(await textOf(await get(badge))).not.toContain('is damaged');
    writeFileSync(join(context.data, 'modules/mf-jobs/1.1.0/module.json'), '{"name":');
    expect(await textOf(await get(badge))).toContain('mf-jobs 1.1.0 is damaged: module.json was changed or is missing');
  });

  it('names a damaged day of the error budgets, and shows the modules', async () => {
    await context.store.addHealthDay(dayOf(ms), 'torn');
    const page = await textOf(await get(await signIn()));
    expect(page).toContain(`the stored events of ${dayOf(ms)} cannot be read`);
    expect(page).toContain('mf-jobs 1.1.0');
  });

  it('does not roll back when the module has changed since the page was shown', async () => {
    const badge = await signIn();
    await deploy(context, jobs('1.2.0'));
    const reply = await post(back, badge);
    expect(reply.status).toBe(422);
    expect(await textOf(reply)).toContain('mf-jobs runs 1.2.0, not 1.1.0; nothing was done');
    expect((await running()).modules['mf-jobs']?.version).toBe('1.2.0');
  });

  it('executes one of two concurrent rollbacks by their pages, and rejects the other', async () => {
    await deploy(context, jobs('1.2.0'));
    const badge = await signIn();
    const chosen = ['1.1.0', '1.0.0'];
    const replies = await Promise.all(chosen.map((to) => post({ ...back, from: '1.2.0', to }, badge)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 422]);
    const { version, quarantined } = (await running()).modules['mf-jobs'] ?? {};
    expect([version, Object.keys(quarantined ?? {})]).toEqual([chosen[replies.findIndex(({ status }) => status === 303)], ['1.2.0']]);
  });

  it('rejects the action when another person rolled back between its check and its write', async () => {
    await deploy(context, jobs('1.2.0'));
    const badge = await signIn();
    let isFirst = true;
    const registry = async () => {
      const text = await context.store.registry();
      if (isFirst) {
        isFirst = false;
        await rollback(context, 'mf-jobs', '1.1.0', info);
      }
      return text;
    };
    createContext = () => ({ ...context, store: { ...context.store, registry } });
    expect((await post({ ...back, from: '1.2.0', to: '1.0.0' }, badge)).status).toBe(422);
    expect((await running()).modules['mf-jobs']).toMatchObject({ version: '1.1.0', quarantined: { '1.2.0': 'a test' } });
  });

  it.each([
    ['no reason', { ...back, reason: ' ' }, 'Enter a reason'],
    ['a reason that is too long', { ...back, reason: 'x'.repeat(201) }, 'The reason has 201 characters, and may have 200'],
    ['a version that there is not', { ...back, to: '9.9.9' }, 'mf-jobs 9.9.9 is not published'],
    ['a module that there is not', { ...back, name: 'mf-none' }, 'mf-none runs nothing, not 1.1.0; nothing was done'],
    ['an unknown form', { act: 'constructor' }, 'This form is not known here'],
    ['words that are too long', { act: 'announce', text: 'x'.repeat(201), hours: '1' }, '201 characters'],
  ])('reports %s, and changes nothing', async (_, fields, words) => {
    const before = await context.store.registry();
    const reply = await post(fields, await signIn());
    expect(reply.status).toBe(422);
    const page = await textOf(reply);
    expect(page).toContain('<title>Error: Operations');
    expect(page).toContain(words);
    expect(await context.store.registry()).toBe(before);
  });

  it.each([
    ['reason', { ...back, reason: 'x'.repeat(201) }],
    ['words for every page', { act: 'announce', text: 'x'.repeat(201), hours: '1' }],
  ])('shows a too long %s unchanged, in a field without a length limit', async (_, fields) => {
    const page = await textOf(await post(fields, await signIn()));
    expect(page).toContain(`value="${'x'.repeat(201)}"`);
    expect(page).not.toContain('maxlength');
  });

  it('does not offer a pruned version for a rollback', async () => {
    await deploy(context, jobs('1.2.0'));
    const badge = await signIn();
    expect(await textOf(await get(badge))).toMatch(/<option[^>]*>1\.0\.0</);
    await context.store.hide('mf-jobs', '1.0.0');
    const page = await textOf(await get(badge));
    expect(page).not.toMatch(/<option[^>]*>1\.0\.0</);
    expect(page).toMatch(/<option[^>]*>1\.1\.0</);
  });

  it('keeps the entered reason when the action is rejected', async () => {
    const reply = await post({ ...back, to: '9.9.9', reason: '<b>blank</b> list' }, await signIn());
    expect(await textOf(reply)).toContain('value="&lt;b&gt;blank&lt;/b&gt; list"');
  });

  it('announces on every page, and ends the announcement', async () => {
    const badge = await signIn();
    await post({ act: 'announce', text: 'Away from 02:00.', hours: '2' }, badge);
    expect((await running()).announcement).toMatchObject({ text: 'Away from 02:00.', by: 'Ana' });
    await post({ act: 'end' }, badge);
    expect(await running()).not.toHaveProperty('announcement');
  });

  it('promotes a canary, and stops one with a reason', async () => {
    const badge = await signIn();
    await publish(context, fakeBuild(jobs('1.2.0')), {});
    await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 5, info);
    expect((await post({ act: 'stop', name: 'mf-jobs', from: '1.1.9', reason: 'slow' }, badge)).status).toBe(422);
    await post({ act: 'stop', name: 'mf-jobs', from: '1.2.0', reason: 'slow' }, badge);
    expect((await running()).modules['mf-jobs']).toMatchObject({ version: '1.1.0', canary: null, quarantined: { '1.2.0': 'slow' } });
    await publish(context, fakeBuild(jobs('1.3.0')), {});
    await canary(context, { name: 'mf-jobs', version: '1.3.0' }, 5, info);
    await post({ act: 'promote', name: 'mf-jobs', from: '1.3.0' }, badge);
    expect((await running()).modules['mf-jobs']?.version).toBe('1.3.0');
  });
});

it('is read-only on a host without the ops key', async () => {
  await host.close();
  await start(false);
  const badge = await signIn();
  const page = await textOf(await get(badge));
  expect(page).toContain('This host has no ops key');
  expect(page).not.toContain('value="rollback"');
  expect((await post(back, badge)).status).toBe(422);
  expect((await running()).modules['mf-jobs']?.version).toBe('1.1.0');
});

it('does not exist if no token is set', async () => {
  const plain = await startTestHost(api.port, undefined, { context });
  expect((await fetch(`http://localhost:${plain.port}${OPS}`)).status).toBe(404);
  await plain.close();
});
