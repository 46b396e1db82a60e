import { createReachability } from './reachability';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function connection(answers: boolean[]) {
  const probe = jest.fn(() => Promise.resolve(answers.shift() ?? true));
  const onBack = jest.fn();
  return { probe, onBack, ...createReachability({ probe, onBack }) };
}

describe('the connection', () => {
  it('is not lost when one call fails and the probe succeeds, and no data is read again', async () => {
    const { onReachable, isUnreachable: isLost, onBack, probe } = connection([true, true]);
    for (const answered of [false, true, false, true]) {
      onReachable(answered);
      await settled();
    }
    expect(isLost.get()).toBe(false);
    expect(onBack).not.toHaveBeenCalled();
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it('is lost when the probe fails, too, and returns once when it succeeds', async () => {
    const { onReachable, isUnreachable: isLost, onBack } = connection([false, true]);
    onReachable(false);
    await settled();
    expect(isLost.get()).toBe(true);
    onReachable(true);
    await settled();
    expect(isLost.get()).toBe(false);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('runs one probe at a time', async () => {
    const probe = jest.fn(async () => {
      onReachable(false);
      return false;
    });
    const { onReachable } = createReachability({ probe, onBack: jest.fn() });
    onReachable(false);
    await settled();
    expect(probe).toHaveBeenCalledTimes(1);
  });
});
