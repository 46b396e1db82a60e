import { heightOf } from '@portal/forms/recorder/InputLevelMeter';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { chooseAudio, openAudio, openEntry } from '@portal/testing/enotes';
import { type FakeMicrophone, fakeMicrophone, fakeSound } from '@portal/testing/recorder';
import type { ScreenOptions } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { ENoteScreen } from '../write/ENoteScreen';

let microphone: FakeMicrophone;

const open = (options?: ScreenOptions) => openEntry(<ENoteScreen />, options);
const openTab = (options?: ScreenOptions) => openAudio(<ENoteScreen />, options);
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  microphone = fakeMicrophone();
  fakeSound(42);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await emptyDevice();
});

describe('an unsent recording', () => {
  const held = async (answer: boolean, options: ScreenOptions = {}) => {
    const confirm = jest.fn(async () => answer);
    const shown = await openTab({ portal: { confirm }, ...options });
    await chooseAudio(shown, new File(['sound'], 'memo.m4a', { type: 'audio/mp4' }));
    await screen.findByText('memo.m4a');
    return { confirm, ...shown };
  };

  it.each([
    [true, 1],
    [false, 0],
  ])('is discarded for a text note only after a confirmation: %p', async (answer, times) => {
    const { user, sent, confirm } = await held(answer);
    await user.type(screen.getByLabelText('Title'), 'Noise');
    await user.type(screen.getByLabelText('Description'), 'A bang.');
    await user.click(screen.getByRole('tab', { name: 'Text' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Discard the recording?' })));
    await waitFor(() => expect(sent.calls).toHaveLength(times));
    if (answer) expect([sent.calls[0]?.type, sent.calls[0]?.file]).toEqual([1, undefined]);
    else expect(screen.getByText('Your recording is kept under Audio. A text note is sent without it.')).toBeVisible();
  });

  it.each([
    [true, 'other.m4a'],
    [false, 'memo.m4a'],
  ])('is replaced by another file only after a confirmation: %p', async (answer, left) => {
    const { user, confirm } = await held(answer);
    await chooseAudio({ user }, new File(['sound'], 'other.m4a', { type: 'audio/mp4' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Replace the recording?' })));
    expect(await screen.findByText(left)).toBeVisible();
  });
});

it('a recorder that cannot start releases the microphone', async () => {
  const { user } = await openTab();
  jest.spyOn(window.MediaRecorder.prototype, 'start').mockImplementation(() => {
    throw new DOMException('no', 'NotSupportedError');
  });
  await user.click(await button('Record'));
  expect(await screen.findByText(/Another app may be using it/)).toBeVisible();
  expect(microphone.track.stop).toHaveBeenCalled();
});

it('warns about a recording without sound', async () => {
  const { user } = await openTab();
  await user.click(await button('Record'));
  microphone.last = 0;
  await user.click(await button('Stop'));
  expect(await screen.findByText('There is no sound in this recording. Please record it again.')).toBeVisible();
});

it('a running recording can be stopped under the other tab', async () => {
  const { user } = await openTab();
  await user.click(await button('Record'));
  await button('Stop');
  await user.click(screen.getByRole('tab', { name: 'Text' }));
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});

it('blocks starting over while a recording runs, because that would discard it', async () => {
  const { user, unmount } = await openTab();
  await user.type(screen.getByLabelText('Title'), 'Noise');
  unmount();
  await open();
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect(await button('Start over')).toBeEnabled();
  await user.click(await button('Record'));
  await button('Stop');
  expect(await button('Start over')).toBeDisabled();
  await user.click(await button('Stop'));
  await waitFor(async () => expect(await button('Start over')).toBeEnabled());
});

it('accepts a file when the browser never reports its duration', async () => {
  const { user, unmount } = await openTab();
  await user.click(await button('Record'));
  await button('Stop');
  microphone.piece(2000);
  unmount();
  jest.spyOn(window, 'Audio').mockImplementation(() => ({}) as HTMLAudioElement);
  await open({ portal: { confirm: async () => true } });
  await screen.findByText('Your recording was interrupted. Everything up to that point is here.');
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect(await screen.findByText('2 kB')).toBeVisible();
  await user.click(await button('Discard the recording'));
  await button('Record');
  expect(screen.queryByText(/^Your recording was interrupted/)).toBeNull();
});

it('moves the focus along: Record, Stop, then the recording', async () => {
  const { user } = await openTab();
  (await button('Record')).focus();
  await user.keyboard('{Enter}');
  const stop = await button('Stop');
  await waitFor(() => expect(stop).toHaveFocus());
  await user.keyboard('{Enter}');
  await screen.findByLabelText('Listen to the recording');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Recording 15-00-00.webm'));
});

it.each([
  ['nothing', 0, 0],
  ['speech as a phone gives it', 0.025, 0.466],
  ['the loudest', 1, 1],
])('the level of %s', (_what, sample, height) => expect(heightOf(new Float32Array([0, sample, -sample]))).toBeCloseTo(height, 2));
