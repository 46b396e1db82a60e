import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { createRegistry } from '../registry/moduleRegistry';
import { handleLinkClicks, type Move, PortalHistory } from './history';
import { createRouteTable } from './routeTable';

const routes = createRouteTable(createRegistry(declaredRegistry(), {}));

interface Doubles {
  dirty?: boolean;
  answer?: boolean;
  admit?: (to: URL) => string | null;
}

const listeners: [string, EventListenerOrEventListenerObject][] = [];

function open(path: string, doubles: Doubles = {}) {
  const { answer = true, admit = () => null } = doubles;
  window.history.replaceState(null, '', path);
  const moves: Move[] = [];
  const questions: string[] = [];
  const listen = jest.spyOn(window, 'addEventListener');
  const history = new PortalHistory({
    redirectFor: admit,
    blocksBack: ({ pathname }) => routes.find(pathname)?.route.backTrap ?? false,
    isDirty: () => doubles.dirty ?? false,
    askToLeave: async () => {
      questions.push('leave?');
      return answer;
    },
    onMoved: (move) => moves.push(move),
  });
  listeners.push(...listen.mock.calls.map(([type, listener]) => [type, listener] as (typeof listeners)[number]));
  listen.mockRestore();
  return { history, moves, questions };
}

let popped: () => void = () => undefined;
window.addEventListener('popstate', () => popped());

/** Presses back and waits for this number of moves: a trap or a question moves forward again. */
const back = (moves = 1) =>
  new Promise<void>((resolve) => {
    let left = moves;
    popped = () => {
      if (--left === 0) setTimeout(resolve);
    };
    window.history.back();
  });
const currentPath = () => window.location.pathname;

let follow: (to: string) => void = () => undefined;
handleLinkClicks((to) => follow(to));

/** Presses a link of any module. */
function pressLink(to: string, history: PortalHistory) {
  follow = history.navigate;
  document.body.innerHTML = `<main><a href="${to}">On</a></main>`;
  document.querySelector('a')?.click();
}

afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener);
});

it.each([
  ['[SHELL-27, SHELL-30, SHELL-42/1, SHELL-42/2] the landing page and home', '/'],
  ['[SHELL-28, SHELL-42/1, SHELL-42/2] registration', '/guard/registration/1'],
  ['[SHELL-29, SHELL-42/1, SHELL-42/2] the thank-you page', '/thankYou'],
])('%s blocks browser back, and a link still works', async (_, path) => {
  const { history } = open('/faq');
  history.boot();
  history.navigate(path);
  await back(2);
  expect(currentPath()).toBe(path);
  await back(2);
  expect(currentPath()).toBe(path);
  pressLink('/about-us', history);
  expect(currentPath()).toBe('/about-us');
});

it('[SHELL-42/1] blocks back on the first page of the portal, too', async () => {
  const { history, moves } = open('/thankYou');
  history.boot();
  await back(2);
  expect(currentPath()).toBe('/thankYou');
  expect(moves.map(({ kind }) => kind)).toEqual(['boot']);
});

it('[SHELL-42/1] exactly these three paths block back', () => {
  const all = Object.values(declaredRegistry().modules).flatMap((module) => Object.entries(module.routes));
  const trapped = all.filter(([, { backTrap }]) => backTrap).map(([pattern]) => pattern);
  expect(trapped.sort()).toEqual(['/', '/guard/registration/:id', '/thankYou']);
});

it('[SHELL-42/1] blocks back on no other path', async () => {
  const { history, moves } = open('/faq');
  history.boot();
  history.navigate('/about-us');
  await back();
  expect(currentPath()).toBe('/faq');
  expect(moves.map(({ kind }) => kind)).toEqual(['boot', 'push', 'pop']);
});

describe('with a dialog open', () => {
  afterEach(() => {
    document.body.innerHTML = '';
  });
  const withDialog = (onCancel: (event: Event) => void) => {
    const { history, moves, questions } = open('/faq');
    history.boot();
    history.navigate('/about-us');
    document.body.innerHTML = '<dialog open id="below"></dialog><dialog open id="top"><button></button></dialog><dialog open></dialog>';
    const top = document.querySelector<HTMLDialogElement>('#top');
    top?.addEventListener('cancel', onCancel);
    top?.querySelector('button')?.focus();
    return { moves, questions, isOpen: () => [...document.querySelectorAll('dialog')].map((dialog) => dialog.open) };
  };

  it('back closes the focused dialog and stays; the next back leaves the page', async () => {
    const { moves, isOpen } = withDialog(() => undefined);
    await back(2);
    expect([currentPath(), isOpen()]).toEqual(['/about-us', [true, false, true]]);
    document.body.innerHTML = '';
    await back();
    expect(currentPath()).toBe('/faq');
    expect(moves.map(({ kind }) => kind)).toEqual(['boot', 'push', 'pop']);
  });

  it('back leaves a dialog open that prevents its cancel event', async () => {
    const { isOpen } = withDialog((event) => event.preventDefault());
    await back(2);
    expect([currentPath(), isOpen()]).toEqual(['/about-us', [true, true, true]]);
  });
});

it('[SHELL-41/1] a link to a section of the current page adds an entry, and back removes it', async () => {
  const { history, moves } = open('/guard/myprofile/1');
  history.boot();
  await new Promise<void>((resolve) => {
    popped = resolve;
    pressLink('/guard/myprofile/1#jobs', history);
  });
  expect(window.location.hash).toBe('#jobs');
  await back();
  expect(moves.map(({ kind, to, index }) => [kind, to.hash, index])).toEqual([
    ['boot', '', 0],
    ['push', '#jobs', 1],
    ['pop', '', 0],
  ]);
});

it('[SHELL-41/2] a link to the current page scrolls to its top', () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { history } = open('/guard/myprofile/1');
  history.boot();
  pressLink('/guard/myprofile/2', history);
  expect(scrollTo).not.toHaveBeenCalled();
  pressLink('/guard/myprofile/2', history);
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  scrollTo.mockRestore();
});

it.each([
  ['stays on a no', false, '/about-us'],
  ['goes on a yes', true, '/faq'],
])('asks before back loses unsaved input, and %s', async (_, answer, path) => {
  const doubles: Doubles = { answer };
  const { history, questions } = open('/faq', doubles);
  history.boot();
  history.navigate('/about-us');
  doubles.dirty = true;
  await back(answer ? 3 : 2);
  expect(currentPath()).toBe(path);
  expect(questions).toHaveLength(1);
});

it('confirms before a link loses unsaved input', async () => {
  const { history, questions } = open('/faq', { dirty: true, answer: false });
  history.boot();
  history.navigate('/about-us');
  expect([currentPath(), questions]).toEqual(['/faq', ['leave?']]);
});

describe('on a screen with one page per fragment', () => {
  const onSubPage = (answer: boolean) => {
    const doubles: Doubles = { answer };
    const opened = open('/setting', doubles);
    opened.history.boot();
    opened.history.navigate('/setting#password');
    doubles.dirty = true;
    return opened;
  };
  const show = () => {
    document.body.innerHTML = '<div data-fragment-page><p id="password"></p><p id="factors"></p></div><main id="main"></main>';
  };
  const place = () => window.location.pathname + window.location.hash;
  beforeEach(show);
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it.each(['/setting', '/setting#contact', '/setting#main'])('asks before a move to %s loses unsaved input', async (to) => {
    const { history, questions } = onSubPage(false);
    history.navigate(to);
    expect([place(), questions]).toEqual(['/setting#password', ['leave?']]);
  });

  it.each([
    ['stays on a no', false, '/setting#password'],
    ['goes on a yes', true, '/setting'],
  ])('asks before back loses unsaved input, and %s', async (_, answer, to) => {
    const { questions } = onSubPage(answer);
    await back(answer ? 3 : 2);
    expect([place(), questions]).toEqual([to, ['leave?']]);
  });

  it('confirms before a link to another fragment loses unsaved input', async () => {
    const { history, questions } = onSubPage(false);
    await new Promise<void>((resolve) => {
      let left = 2;
      popped = () => --left === 0 && setTimeout(resolve);
      document.body.insertAdjacentHTML('beforeend', '<a href="/setting#contact">Phone and e-mail</a>');
      follow = history.navigate;
      document.querySelector('a')?.click();
    });
    expect([place(), questions]).toEqual(['/setting#password', ['leave?']]);
  });

  it('does not ask for another section of the current page', () => {
    const { history, questions } = onSubPage(false);
    history.navigate('/setting#factors');
    expect([place(), questions]).toEqual(['/setting#factors', []]);
  });
});

it('does not ask at the redirect of a new session', () => {
  const { history, questions } = open('/guard/login', { dirty: true, answer: false });
  history.boot();
  history.replace('/all-job');
  expect([currentPath(), questions]).toEqual(['/all-job', []]);
});

it('does not ask for another page of the same list', () => {
  const { history, questions } = open('/all-job', { dirty: true });
  history.boot();
  history.navigate('/all-job?page=2');
  expect([window.location.search, questions]).toEqual(['?page=2', []]);
});

it('[AUTHZ-10/3] follows the access check at the first address and on every move', () => {
  const admit = ({ pathname }: URL) => (pathname === '/search-job' ? '/guard/login' : null);
  const { history } = open('/search-job', { admit });
  history.boot();
  expect(currentPath()).toBe('/guard/login');
  history.navigate('/faq');
  history.navigate('/search-job');
  expect(currentPath()).toBe('/guard/login');
});
