/** @jest-environment node */
import type { ModuleVersion, RegistryModule } from '@portal/mf-kit/module';
import { registryModule } from '@portal/testing/registry';
import fc from 'fast-check';
import { initialState, reduce } from './hostReducer';
import type { HostEffect, HostEffects, HostEnvironment, HostEvent, HostState } from './hostTypes';
import type { Mount } from './mount';
import { eligibleVersions, noFailures } from './versionSelection';

const ROUTE = '/list';
const OTHER = '/item';
const moduleOf = (version: string, more: Partial<RegistryModule> = {}): RegistryModule => ({
  ...registryModule('mf-jobs', version, {}),
  container: version,
  ...more,
});
const good = moduleOf('good');
const environment = (more: Partial<HostEnvironment> = {}): HostEnvironment => ({
  now: 0,
  route: ROUTE,
  module: moduleOf('one', { lastGood: good }),
  isDirty: false,
  isLocked: false,
  hasPrerendered: false,
  renderedBy: undefined,
  patience: 1,
  ...more,
});
const mountOf = (id: number, version: ModuleVersion, hydrate = false) => ({ id, version, route: ROUTE, props: { hydrate } }) as Mount;
const broken = new Error('broken');
const late = Object.assign(new Error('late'), { name: 'LateError' });
const lost = Object.assign(new Error('lost'), { name: 'ChunkLoadError' });

const env = environment();
const one = mountOf(1, moduleOf('one'));
const two = mountOf(2, moduleOf('two'));
const second = environment({ module: moduleOf('two', { lastGood: good }) });

/** The name of a state in the table. */
function nameOf(state: HostState): string {
  const { attempt, mount } = state;
  if (!state.active) return attempt ? 'inactive, loading' : 'inactive';
  if (state.card) return `${state.card} card`;
  if (attempt?.gen === state.gen) return `${attempt.old && attempt.old.id === mount?.id ? 'replacing' : 'starting'}: ${attempt.step}`;
  return mount ? 'running' : 'removing';
}

const after = (events: HostEvent[], page = env, from = initialState) =>
  events.reduce<HostState>((state, event) => reduce(state, event, page)[0], from);
const running = after([['activate'], ['loaded', 1, one.remote], ['bootstrapped', 1, one], ['mounted', 1, one]]);
const replacing = (...events: HostEvent[]) => after([['update'], ...events], second, running);
const withPrerendered = environment({ hasPrerendered: true });

/** Any version may replace a quarantined mount, so a failed attempt continues with the next version. */
const quarantined = environment({ module: moduleOf('two', { lastGood: good, quarantined: { one: 'broken' } }) });
const loading: HostEvent[] = [['activate'], ['loaded', 1, one.remote]];
const failing: HostEvent[] = [['activate'], ['failed', 1, broken]];

/** How each state of the table is reached, and the page in which its events happen. */
const states: Record<string, [HostState, HostEnvironment]> = {
  inactive: [initialState, env],
  'inactive, loading': [after([['activate'], ['deactivate']]), env],
  'starting: check': [after([...failing, ['attributed', 1, broken, 'version']]), env],
  'starting: load': [after([['activate']]), env],
  'starting: bootstrap': [after(loading), env],
  'starting: release': [after([...loading, ['bootstrapped', 1, one]], withPrerendered), withPrerendered],
  'starting: mount': [after([...loading, ['bootstrapped', 1, one]]), env],
  'starting: attribute': [after(failing), env],
  running: [running, env],
  'running, outdated': [running, second],
  'replacing: check': [after([['update'], ['failed', 2, late], ['attributed', 2, late, 'version']], quarantined, running), quarantined],
  'replacing: load': [replacing(), second],
  'replacing: bootstrap': [replacing(['loaded', 2, two.remote]), second],
  'replacing: release': [replacing(['loaded', 2, two.remote], ['bootstrapped', 2, two]), second],
  'replacing: unmount': [replacing(['loaded', 2, two.remote], ['bootstrapped', 2, two], ['released', 2, two, 0]), second],
  'replacing: attribute': [replacing(['failed', 2, broken]), second],
  removing: [after([['blamed', one, broken, 'version']], env, running), env],
  'failed card': [after([...failing, ['attributed', 1, broken, 'version'], ['missing', good, ROUTE], ['checked', 1, false]]), env],
  'network card': [after([...failing, ['attributed', 1, broken, 'network']]), env],
};

/** Every event, as the answer to the current attempt. */
function eventsAt(state: HostState): Record<string, HostEvent> {
  const { gen, mount, attempt, card } = state;
  const current = mount ?? one;
  /** Only a mount that is being removed sends `removed` in its generation. */
  const removedIn = nameOf(state) === 'removing' ? gen : gen - 1;
  const next = attempt?.step === 'mount' ? current : two;
  return {
    activate: ['activate'],
    deactivate: ['deactivate'],
    path: ['path'],
    update: ['update'],
    'update with consent': ['update', true],
    retry: ['retry'],
    online: ['online', card === 'network' ? gen : gen - 1],
    due: ['due', gen, moduleOf('one')],
    'checked: has route': ['checked', gen, true],
    'checked: lacks route': ['checked', gen, false],
    loaded: ['loaded', gen, next.remote],
    bootstrapped: ['bootstrapped', gen, next],
    released: ['released', gen, next, 100],
    unmounted: ['unmounted', gen, next],
    unpainted: ['unpainted', gen],
    mounted: ['mounted', gen, next],
    failed: ['failed', gen, broken],
    'failed in mount': ['failed', gen, broken, next],
    'attributed to version': ['attributed', gen, broken, 'version'],
    'attributed to version, late': ['attributed', gen, late, 'version'],
    'attributed to network': ['attributed', gen, broken, 'network'],
    missing: ['missing', good, OTHER],
    'rechecked: has route': ['rechecked', current, OTHER, true],
    'rechecked: lacks route': ['rechecked', current, OTHER, false],
    crashed: ['crashed', current, broken],
    'blamed on version': ['blamed', current, broken, 'version'],
    'blamed on network': ['blamed', current, broken, 'network'],
    'screenFailed: thrown': ['screenFailed', current, ROUTE, broken],
    'screenFailed: lost file': ['screenFailed', current, ROUTE, lost],
    'screenRetry: thrown': ['screenRetry', current.version, false],
    'screenRetry: lost file': ['screenRetry', current.version, true],
    removed: ['removed', removedIn, moduleOf('zero'), false, false],
    'removed while offline': ['removed', removedIn, moduleOf('zero'), true, true],
    'gone: another version': ['gone', mountOf(9, moduleOf('zero'))],
    proven: ['proven', { version: good, route: ROUTE, error: broken }],
  };
}

/** Effects that are equal in most states. An answer to an earlier attempt only ends its mount. All other events have no effect. */
const common: Record<string, string> = {
  bootstrapped: '> end',
  released: '> end',
  unmounted: '> end',
  mounted: '> unmount',
  'failed in mount': '> unmount',
  crashed: '> blame',
  'screenRetry: lost file': '> newUrls',
  'gone: another version': '> unload',
};

/** Next state and effects. An empty next state is the same state. `common` has the events that are not listed. */
const table: Record<string, Record<string, string>> = {
  inactive: {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: '> reset',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  'inactive, loading': {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: '> reset',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  'starting: check': {
    activate: '> unmountHidden skeleton check',
    deactivate: 'inactive, loading > reset',
    path: '> unmountHidden skeleton check',
    due: 'starting: load > skeleton load',
    'checked: has route': 'starting: load > load',
    'checked: lacks route': 'failed card > card',
    failed: 'starting: attribute > attribute',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  'starting: load': {
    activate: '> unmountHidden skeleton load',
    deactivate: 'inactive, loading > reset',
    path: '> unmountHidden skeleton load',
    loaded: 'starting: bootstrap > bootstrap',
    failed: 'starting: attribute > attribute',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  'starting: bootstrap': {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: 'inactive, loading > reset',
    path: 'starting: load > unmountHidden skeleton load',
    bootstrapped: 'starting: mount > mount',
    failed: 'starting: attribute > attribute',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  'starting: release': {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: 'inactive, loading > reset',
    path: 'starting: load > unmountHidden skeleton load',
    released: 'starting: mount > mount',
    failed: 'starting: attribute > attribute',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  'starting: mount': {
    deactivate: 'inactive, loading > reset hide',
    unpainted: '> skeleton',
    mounted: 'running > clear shown',
    failed: 'starting: attribute > attribute',
    'failed in mount': 'starting: attribute > attribute',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'starting: attribute': {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: 'inactive, loading > reset',
    update: 'starting: load > skeleton load',
    'update with consent': 'starting: load > skeleton load',
    due: 'starting: load > skeleton load',
    failed: '> attribute',
    'attributed to version': 'starting: check > failed unload check',
    'attributed to version, late': 'starting: check > failed unload check',
    'attributed to network': 'network card > card awaitServer',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
  running: {
    deactivate: 'inactive > reset hide',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'running, outdated': {
    deactivate: 'inactive > reset hide',
    path: '> recheck',
    update: 'replacing: load > load',
    'update with consent': 'replacing: load > load',
    due: 'replacing: load > load',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'replacing: check': {
    deactivate: 'inactive, loading > reset hide',
    path: '> recheck',
    'checked: has route': 'replacing: load > load',
    'checked: lacks route': 'running',
    failed: 'replacing: attribute > attribute',
    'rechecked: lacks route': 'starting: check > unmount skeleton skeleton check',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'replacing: load': {
    deactivate: 'inactive, loading > reset hide',
    path: '> recheck',
    loaded: 'replacing: bootstrap > bootstrap',
    failed: 'replacing: attribute > attribute',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'replacing: bootstrap': {
    deactivate: 'inactive, loading > reset hide',
    path: '> recheck',
    bootstrapped: 'replacing: release > release',
    failed: 'replacing: attribute > attribute',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'replacing: release': {
    deactivate: 'inactive, loading > reset hide',
    path: '> recheck',
    released: 'replacing: unmount > hold unmount',
    failed: 'replacing: attribute > attribute',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'replacing: unmount': {
    deactivate: 'inactive, loading > reset hide',
    path: '> recheck',
    unmounted: 'starting: mount > mount',
    failed: 'replacing: attribute > attribute',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  'replacing: attribute': {
    deactivate: 'inactive, loading > reset hide',
    path: '> recheck',
    update: 'replacing: load > load',
    'update with consent': 'replacing: load > load',
    due: 'replacing: load > load',
    failed: '> attribute',
    'attributed to version': 'running > failed unload',
    'attributed to version, late': 'running > failed unload postpone',
    'attributed to network': 'running > awaitServer',
    'rechecked: lacks route': 'starting: load > unmount skeleton skeleton load',
    crashed: '> attribute',
    'blamed on version': 'removing > failed unmount',
    'blamed on network': 'removing > unmount',
    'screenFailed: thrown': 'removing > screenFailed unmount',
    'screenFailed: lost file': 'removing > screenFailed unmount',
  },
  removing: {
    activate: 'starting: check > unmountHidden skeleton check',
    deactivate: 'inactive > reset',
    update: 'starting: check > skeleton check',
    'update with consent': 'starting: check > skeleton check',
    due: 'starting: load > skeleton load',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
    removed: 'starting: check > unload skeleton check',
    'removed while offline': 'network card > unload card awaitServer',
  },
  'failed card': {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: 'inactive > reset',
    path: 'starting: load > skeleton load',
    retry: 'starting: load > skeleton load',
    due: 'starting: load > skeleton load',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> failed',
  },
  'network card': {
    activate: 'starting: load > unmountHidden skeleton load',
    deactivate: 'inactive > reset',
    path: 'starting: load > skeleton load',
    retry: 'starting: load > skeleton load',
    online: 'starting: load > skeleton load',
    crashed: '> attribute',
    'screenFailed: thrown': '> screenFailed',
    'screenFailed: lost file': '> screenFailed',
  },
};

/** The row of one state and event. */
function rowOf(state: HostState, event: HostEvent, page: HostEnvironment): string {
  const [next, effects] = reduce(state, event, page);
  const name = nameOf(next) === nameOf(state) ? '' : nameOf(next);
  return [name, ...(effects.length > 0 ? ['>', ...effects.map(([type]) => type)] : [])].filter(Boolean).join(' ');
}

describe.each(Object.entries(states))('in the state %s', (name, [state, page]) => {
  it('is reached by its events', () => expect(name.startsWith(nameOf(state))).toBe(true));

  it.each(Object.entries(eventsAt(state)))('does what its row says when it receives %s', (label, event) => {
    expect(rowOf(state, event, page)).toBe(table[name]?.[label] ?? common[label] ?? '');
  });

  it.each(Object.entries(eventsAt({ ...state, gen: state.gen - 1 })).filter(([, [, gen]]) => gen === state.gen - 1))(
    'starts, shows and reports nothing when it receives %s of an earlier generation',
    (_, event) => {
      const [next, effects] = reduce(state, event, page);
      // The last answer of an attempt that the guard left ends its load.
      expect(nameOf(next).replace(', loading', '')).toBe(nameOf(state).replace(', loading', ''));
      expect(effects.filter(([type]) => type !== 'end' && type !== 'unmount')).toEqual([]);
    },
  );
});

it('replaces a quarantined mount by the active version even if that version failed in this page before', () => {
  const failedBefore = { ...running, failed: ['two'] };
  const rolledBack = environment({ module: moduleOf('two', { quarantined: { one: 'broken' } }) });
  expect(after([['update']], rolledBack, failedBefore).attempt?.version.container).toBe('two');
});

it.each(['load', 'bootstrap', 'mount'])(
  'stops the start of a version that becomes quarantined, also if the active one failed before: %s',
  (step) => {
    const [starting] = states[`starting: ${step}`] as [HostState, HostEnvironment];
    const rolledBack = environment({ module: moduleOf('two', { quarantined: { one: 'broken' } }) });
    expect(after([['update']], rolledBack, { ...starting, failed: ['two'] }).attempt?.version.container).toBe('two');
  },
);

it('tries the active version again when the failed start of a version is attributed after its quarantine', () => {
  const [attributing] = states['starting: attribute'] as [HostState, HostEnvironment];
  const rolledBack = environment({ module: moduleOf('two', { quarantined: { one: 'broken' } }) });
  const answered = after([['update'], ['attributed', 1, broken, 'version']], rolledBack, { ...attributing, failed: ['two'] });
  expect(answered.attempt?.version.container).toBe('two');
});

it('tries the last good version of the newest revision when a version fails', () => {
  // The revision that quarantined the earlier last good version arrived during the attempt.
  const newest = environment({ module: moduleOf('one', { lastGood: moduleOf('older'), quarantined: { good: 'broken' } }) });
  const failed = after([['update'], ['failed', 1, broken], ['attributed', 1, broken, 'version']], newest, after([['activate']]));
  expect(failed.attempt?.version.container).toBe('older');
});

it('keeps its mount when the registry names that version again while it is being mounted', () => {
  const [state] = states['starting: mount'] as [HostState, HostEnvironment];
  expect(rowOf(state, ['update'], env)).toBe('');
});

it.each(['starting: mount', 'starting: attribute'])('drops a mount that is not complete when another version should run: %s', (name) => {
  const [mounting] = states['starting: mount'] as [HostState, HostEnvironment];
  const state = name === 'starting: mount' ? mounting : after([['failed', 1, broken, one]], env, mounting);
  expect(rowOf(state, ['update'], second)).toBe('starting: load > unmount skeleton skeleton load');
});

it('shows a card, not a skeleton, when the guard moves during the unmount of a replacement and no version is eligible', () => {
  const [state] = states['replacing: unmount'] as [HostState, HostEnvironment];
  const none = environment({ module: moduleOf('three'), route: OTHER });
  const moved = after([['unmounted', 2, two]], none, { ...state, failed: ['three'] });
  expect([nameOf(moved), moved.mount]).toEqual(['failed card', null]);
});

it('blocks a replacement again when input becomes unsaved before the old mount is unmounted', () => {
  const [state] = states['replacing: release'] as [HostState, HostEnvironment];
  expect(rowOf(state, ['released', 2, two, 0], { ...second, isDirty: true })).toBe('running > end');
  expect(rowOf({ ...state }, ['released', 2, two, 0], { ...second, route: OTHER })).toBe('replacing: load > end load');
});

interface Page {
  state: HostState;
  env: HostEnvironment;
  /** Effects that have not answered. Each entry is one of the possible answers. */
  pending: (() => void)[][];
  placeholder: 'skeleton' | 'card' | null;
  isPrerendered: boolean;
  /** Mounts with an element in the page. */
  elements: Set<number>;
  hidden: Map<number, Mount>;
  unmounted: Map<number, number>;
  ended: Map<number, number>;
  created: number[];
  hasConsent: boolean;
  /** There was unsaved input, which delays the replacement of a quarantined version. */
  wasDirty: boolean;
}

const once = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
const names = ['one', 'two', 'good'];

/** A page without a browser: it runs effects, and lets a test choose the order and the kind of their answers. */
function createPage(isPrerendered: boolean) {
  const page: Page = {
    state: initialState,
    env: environment({ renderedBy: 'one', hasPrerendered: isPrerendered }),
    pending: [],
    placeholder: null,
    isPrerendered,
    elements: new Set(),
    hidden: new Map(),
    unmounted: new Map(),
    ended: new Map(),
    created: [],
    hasConsent: false,
    wasDirty: false,
  };
  const { pending, elements, hidden, unmounted, ended } = page;
  const later = (...answers: (() => void)[]) => void pending.push(answers);

  function unmount(mount: Mount, then?: HostEvent): void {
    hidden.delete(mount.id);
    // A second unmount answers in the same task.
    if (unmounted.has(mount.id)) {
      if (then) send(...then);
      return;
    }
    once(unmounted, mount.id);
    later(() => {
      once(ended, mount.id);
      elements.delete(mount.id);
      later(() => send('gone', mount));
      if (then) send(...then);
    });
  }

  const run: HostEffects = {
    skeleton() {
      if (!page.isPrerendered) page.placeholder = 'skeleton';
    },
    card() {
      page.placeholder = 'card';
      page.isPrerendered = false;
    },
    clear() {
      page.placeholder = null;
    },
    reset() {
      page.placeholder = null;
      page.isPrerendered = false;
    },
    check: (gen, _ms, version, route) =>
      later(
        () => send('checked', gen, true),
        () => {
          send('missing', version, route);
          send('checked', gen, false);
        },
        () => send('failed', gen, late),
      ),
    load: (gen, _ms, version) =>
      later(
        () => send('loaded', gen, mountOf(0, version).remote),
        () => send('failed', gen, broken),
        () => send('failed', gen, late),
      ),
    bootstrap(gen, _ms, version, _route, _remote, canHydrate) {
      const next = mountOf(page.created.length + 1, version, canHydrate && page.isPrerendered);
      page.created.push(next.id);
      later(
        () => send('bootstrapped', gen, next),
        () => {
          once(ended, next.id);
          send('failed', gen, broken);
        },
      );
    },
    release: (gen, next) => later(() => send('released', gen, next, 100)),
    hold: () => undefined,
    mount(gen, _ms, next, isReplacing) {
      page.isPrerendered = false;
      elements.add(next.id);
      if (isReplacing) later(() => send('unpainted', gen));
      later(
        () => send('mounted', gen, next),
        () => send('failed', gen, broken, next),
        () => send('failed', gen, late, next),
      );
    },
    attribute: (_error, then) =>
      later(
        () => send(...([...then, 'version'] as HostEvent)),
        () => send(...([...then, 'network'] as HostEvent)),
      ),
    end: ({ id }) => void once(ended, id),
    hide(mount) {
      hidden.set(mount.id, mount);
      later(() => unmount(mount));
    },
    unmountHidden() {
      for (const mount of hidden.values()) unmount(mount);
    },
    unmount,
    unload: () => undefined,
    newUrls: () => undefined,
    recheck: (mount, route) =>
      later(
        () => send('rechecked', mount, route, true),
        () => {
          send('missing', mount.version, route);
          send('rechecked', mount, route, false);
        },
      ),
    awaitServer: (then) => later(() => send(...then)),
    postpone: (_times, then) => later(() => send(...then)),
    delay: (_ms, then) => later(() => send(...then)),
    shown: () => undefined,
    announce: () => undefined,
    failed: () => undefined,
    screenFailed: () => undefined,
  };

  function send(...event: HostEvent): void {
    page.env = { ...page.env, now: page.env.now + 1, hasPrerendered: page.isPrerendered };
    const [next, effects] = reduce(page.state, event, page.env);
    checkEffects(page, next, effects);
    page.state = next;
    for (const [type, ...given] of effects) (run[type] as (...all: unknown[]) => void)(...given);
  }
  return { page, send };
}

const appears = ['skeleton', 'card', 'check', 'load', 'bootstrap', 'mount', 'shown', 'announce', 'hold'];

/** Invariants of the effects of one event. */
function checkEffects({ env: { isDirty, isLocked }, hasConsent }: Page, next: HostState, effects: HostEffect[]): void {
  const types = effects.map(([type]) => type);
  if (!next.active && types.some((type) => appears.includes(type))) throw new Error(`an inactive host runs ${types}`);
  if (types.includes('hold') && (isLocked || (isDirty && !hasConsent))) throw new Error('unsaved input is lost');
  for (const effect of effects) {
    if (effect[0] !== 'unload') continue;
    const isMounted = !next.ending && next.mount?.version.container === effect[1].container;
    if (isMounted) throw new Error('code of the mount is unloaded');
  }
}

/** Invariants of the page whenever the browser may paint. */
function checkPage({ state, placeholder, isPrerendered, elements, hidden, unmounted, ended }: Page): void {
  const visible = [...elements].filter((id) => !hidden.has(id) && !unmounted.has(id));
  if (visible.length > 1) throw new Error('two mounts are visible');
  const hasScreen = placeholder !== null || isPrerendered || [...elements].some((id) => !hidden.has(id));
  if (state.active && !hasScreen) throw new Error('a frame without a screen');
  if (state.active && nameOf(state) === 'running' && placeholder) throw new Error('a placeholder over a screen');
  for (const [id, count] of [...unmounted, ...ended]) if (count > 1) throw new Error(`mount ${id} is ended ${count} times`);
}

/** Events of the guard, the registry and the remote. */
const pageEvents: ((page: Page, send: (...event: HostEvent) => void, choice: number) => void)[] = [
  ({ state }, send) => state.active || send('activate'),
  ({ state }, send) => void (state.active && send('deactivate')),
  (page, send) => {
    page.env = { ...page.env, route: page.env.route === ROUTE ? OTHER : ROUTE };
    send('path');
  },
  (page, send, choice) => {
    const version = names[choice % 2] as string;
    const lastGood = choice & 2 ? null : good;
    page.env = { ...page.env, module: moduleOf(version, { lastGood, quarantined: choice & 4 ? { one: 'broken' } : {} }) };
    send('update');
  },
  (page) => {
    page.env = { ...page.env, isDirty: !page.env.isDirty, isLocked: false };
    page.wasDirty = true;
  },
  // A locked page has unsaved input.
  (page) => {
    page.env = { ...page.env, isDirty: true, isLocked: true };
    page.wasDirty = true;
  },
  (page, send) => {
    page.hasConsent = true;
    send('update', true);
  },
  (_, send) => send('update'),
  ({ placeholder }, send) => void (placeholder === 'card' && send('retry')),
  ({ state: { mount } }, send) => void (mount && send('crashed', mount, broken)),
  ({ state: { mount }, env: page }, send, choice) =>
    void (mount && page.route && send('screenFailed', mount, page.route, choice % 2 ? broken : lost)),
];

/** The mount is quarantined, and a version of the registry has its route. */
function restsQuarantined({ state, env: { module, route }, wasDirty }: Page): boolean {
  const version = state.mount?.version;
  if (!module || !version || wasDirty || version.container === module.container || !(version.version in module.quarantined)) return false;
  return eligibleVersions({ ...noFailures, missingRoutes: state.missingRoutes }, module, route).length > 0;
}

it('holds its invariants in 10,000 random sequences of events and answers', () => {
  const steps = fc.array(fc.tuple(fc.nat(40), fc.nat(30)), { minLength: 5, maxLength: 40 });
  const check = fc.property(fc.boolean(), steps, (isPrerendered, sequence) => {
    const { page, send } = createPage(isPrerendered);
    send('activate');
    for (const [kind, choice] of sequence) {
      const sendPageEvent = pageEvents[kind];
      const answers = sendPageEvent ? [] : (page.pending.splice(choice % Math.max(1, page.pending.length), 1)[0] ?? []);
      if (sendPageEvent) sendPageEvent(page, send, choice);
      // Three answers in four are good.
      else if (answers.length > 0) (answers[kind % 4 === 0 ? choice % answers.length : 0] as () => void)();
      checkPage(page);
    }
    // The page comes to rest: with a screen or a card while the guard stays, and without a trace after they left.
    const settle = () => {
      for (let left = 200; left > 0 && page.pending.length > 0; left--) {
        page.pending.shift()?.[0]?.();
        checkPage(page);
      }
    };
    settle();
    if (page.state.active && !['running', 'failed card', 'network card'].includes(nameOf(page.state)))
      throw new Error(`the page rests as ${nameOf(page.state)}`);
    if (page.state.active && restsQuarantined(page)) throw new Error('the page rests with a quarantined version');
    if (page.state.active) send('deactivate');
    settle();
    if (page.elements.size > 0 || page.placeholder) throw new Error('the guard left, and something stays');
    for (const id of page.created) if (page.ended.get(id) !== 1) throw new Error(`the handle of mount ${id} is not ended once`);
  });
  // Sequences that are too rare in the random ones.
  const examples: [boolean, [kind: number, choice: number][]][] = [
    // The version that is being started becomes quarantined, and the active one failed before.
    [
      false,
      [
        [3, 3],
        [12, 1],
        [11, 1],
        [3, 2],
        [3, 7],
      ],
    ],
    // The guard moves during a replacement, when no version is eligible any more.
    [false, [[12, 10], ...Array<[number, number]>(5).fill([11, 0]), [3, 21], [11, 0], [11, 0], [3, 2], [11, 0], [2, 0], [0, 0]]],
  ];
  expect(() => fc.assert(check, { numRuns: 10_000, seed: 32, examples })).not.toThrow();
});
