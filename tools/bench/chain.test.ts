import { longestChain } from './chain';

const calm = { html: 0, css: 20, shell: 20, remote: 20, session: 90, data: 100 };
const late = (keys: string[]) => Object.fromEntries(Object.entries(calm).map(([key, at]) => [key, keys.includes(key) ? at + 1000 : at]));

describe('chain of requests', () => {
  it('side by side downloads are one link', () => {
    const held = { css: late([]), shell: late(['data', 'session']), remote: late(['data']), session: late([]) };
    expect(longestChain({ calm, held, holdMs: 1000 }, 'html', 'data')).toEqual(['html', 'shell', 'data']);
  });

  it('each wait is a link: a registry that is fetched, an entry that names its chunk, a session that is asked first', () => {
    const held = {
      css: late([]),
      shell: late(['remote', 'session', 'data']),
      remote: late(['session', 'data']),
      session: late(['data']),
    };
    expect(longestChain({ calm, held, holdMs: 1000 }, 'html', 'data')).toEqual(['html', 'shell', 'remote', 'session', 'data']);
  });

  it('a request that never comes while another is held waits for it; a late one by chance does not', () => {
    const { data: _, ...withoutData } = calm;
    const held = { shell: withoutData, remote: { ...calm, data: 500 } };
    expect(longestChain({ calm, held, holdMs: 1000 }, 'html', 'data')).toEqual(['html', 'shell', 'data']);
  });
});
