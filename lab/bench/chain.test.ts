import { longestChain } from './chain';

const calm = { html: 0, css: 20, shell: 20, remote: 20, session: 90, data: 100 };
const late = (keys: string[]) => Object.fromEntries(Object.entries(calm).map(([key, at]) => [key, keys.includes(key) ? at + 1000 : at]));

describe('chain of requests', () => {
  it('counts parallel downloads as one link', () => {
    const held = { css: late([]), shell: late(['data', 'session']), remote: late(['data']), session: late([]) };
    expect(longestChain({ calm, held, holdMs: 1000 }, 'html', 'data')).toEqual(['html', 'shell', 'data']);
  });

  it('counts each dependent request as a link', () => {
    const held = {
      css: late([]),
      shell: late(['remote', 'session', 'data']),
      remote: late(['session', 'data']),
      session: late(['data']),
    };
    expect(longestChain({ calm, held, holdMs: 1000 }, 'html', 'data')).toEqual(['html', 'shell', 'remote', 'session', 'data']);
  });

  it('counts a request that is missing while another is delayed as dependent, and one with a small delay not', () => {
    const { data: _, ...withoutData } = calm;
    const held = { shell: withoutData, remote: { ...calm, data: 500 } };
    expect(longestChain({ calm, held, holdMs: 1000 }, 'html', 'data')).toEqual(['html', 'shell', 'data']);
  });
});
