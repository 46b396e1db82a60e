import { createReachability } from './reachability';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function connection(answers: boolean[]) {
  const probe = jest.fn(() => Promise.resolve(answers.shift() ?? true));
  const onBack = jest.fn();
  return { probe, onBack, ...createReachability({ probe, onBack }) };
}

describe('the connection', () => {
  it('is not lost, and nothing is read anew, when one call has no answer and the probe has', async () => {
    const { onReachable, isUnreachable: isLost, onBack, probe } = connection([true, true]);
    for (const answered of [false, true, false, true]) {
      onReachable(answered);
      await settled();
    }
    expect(isLost.get()).toBe(false);
    expect(onBack).not.toHaveBeenCalled();
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it('is lost when the probe has no answer either, and back once when it has', async () => {
    const { onReachable, isUnreachable: isLost, onBack } = connection([false, true]);
    onReachable(false);
    await settled();
    expect(isLost.get()).toBe(true);
    onReachable(true);
    await settled();
    expect(isLost.get()).toBe(false);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('asks one question at a time: the probe meets the same silence', async () => {
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
