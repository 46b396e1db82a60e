import { limits } from '@portal/contracts/_kernel/limits';
import { audioMessages } from '@portal/contracts/_kernel/upload';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { chooseAudio, openAudio, openEntry } from '@portal/testing/enotes';
import { type FakeMicrophone, fakeMicrophone, fakeSound, noMicrophone } from '@portal/testing/recorder';
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

it('[ENOTE-17/1, ENOTE-06/1] records, pauses, resumes and stops; plays the recording and sends it as type 2', async () => {
  const { user, sent } = await openTab();
  await user.type(screen.getByLabelText('Title'), 'Noise at the gate');
  await user.type(screen.getByLabelText('Description'), 'A loud bang.');
  await user.click(await button('Record'));
  expect(await screen.findByText(/of 10:00/)).toBeVisible();
  microphone.piece();
  await user.click(await button('Pause'));
  expect(screen.getByText(/paused/)).toBeVisible();
  await user.click(await button('Resume'));
  expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
  expect(screen.getByText('Stop the recording before you send the note.')).toBeVisible();
  await user.click(await button('Stop'));
  expect(await screen.findByLabelText('Listen to the recording')).toHaveAttribute('src', 'blob:test');
  expect(screen.getByText(/^\d:\d\d, 2 kB$/)).toBeVisible();
  expect(microphone.track.stop).toHaveBeenCalled();
  expect(sent.calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent.calls).toHaveLength(1));
  const { type, file } = sent.calls[0] as unknown as { type: number; file: File };
  expect([type, file.type, file.size, file.name]).toEqual([2, 'audio/webm', 1500, 'Recording 15-00-00.webm']);
});

it('stops a recording at the maximum duration and keeps it', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { user } = await openTab();
  await user.click(await button('Record'));
  await screen.findByText(/of 10:00/);
  microphone.piece();
  now.mockReturnValue(limits.audioSeconds * 1000);
  expect(await screen.findByLabelText('Listen to the recording')).toHaveAttribute('src', 'blob:test');
  expect(microphone.track.stop).toHaveBeenCalled();
});

it('[ENOTE-17/2] a file can be chosen instead of a recording', async () => {
  const { user, sent } = await openTab();
  await user.type(screen.getByLabelText('Title'), 'Noise');
  await user.type(screen.getByLabelText('Description'), 'A bang.');
  expect(await button('Choose a file instead')).toBeVisible();
  await chooseAudio({ user }, new File(['sound'], 'memo.m4a', { type: 'audio/mp4' }));
  expect(await screen.findByText('memo.m4a')).toBeVisible();
  expect(screen.getByText(/0:42/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent.calls).toMatchObject([{ type: 2, file: { name: 'memo.m4a', size: 5 } }]));
});

it('[ENOTE-17/3] an audio note without a recording is refused: Please record or attach audio', async () => {
  const { user, sent } = await openTab();
  await user.type(screen.getByLabelText('Title'), 'Noise');
  await user.type(screen.getByLabelText('Description'), 'A bang.');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Please record or attach audio', { selector: 'fieldset *' })).toBeVisible();
  expect(sent.calls).toEqual([]);
});

it('[CODE-30, CODE-31, ENOTE-07] the tabs toggle the type, both ways: 2 under Audio, 1 under Text', async () => {
  const tab = (name: string) => screen.getByRole('tab', { name });
  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.type(screen.getByLabelText('Title'), 'Noise');
    await user.type(screen.getByLabelText('Description'), 'A bang.');
  };
  const spoken = await openTab();
  await fill(spoken);
  await chooseAudio(spoken, new File(['sound'], 'memo.m4a', { type: 'audio/mp4' }));
  await spoken.user.click(tab('Text'));
  await spoken.user.click(tab('Audio'));
  await spoken.user.click(await button('Submit'));
  await waitFor(() => expect(spoken.sent.calls).toEqual([expect.objectContaining({ type: 2 })]));
  spoken.unmount();
  const written = await openTab();
  await fill(written);
  await written.user.click(tab('Text'));
  await written.user.click(await button('Submit'));
  await waitFor(() => expect(written.sent.calls).toEqual([expect.objectContaining({ type: 1 })]));
});

describe('without a microphone', () => {
  it.each([
    ['NotAllowedError', 'This page can’t use your microphone.'],
    ['NotFoundError', 'No microphone was found.'],
    ['NotReadableError', 'Another app may be using it'],
  ])('%s is explained, and a file can be chosen', async (name, words) => {
    microphone.fail = new DOMException('no', name);
    const { user } = await openTab();
    await user.click(await button('Record'));
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
    expect(await button('Choose a file instead')).toBeVisible();
    expect(await button('Record')).toBeEnabled();
  });

  it('explains that the browser cannot record', async () => {
    noMicrophone();
    await openTab();
    expect(await screen.findByText('This browser can’t record. Choose a file instead.')).toBeVisible();
  });

  it('keeps the recording when the microphone is unplugged', async () => {
    const { user } = await openTab();
    await user.click(await button('Record'));
    await button('Stop');
    microphone.piece();
    microphone.unplug();
    expect(await screen.findByLabelText('Listen to the recording')).toBeInTheDocument();
  });
});

describe('an invalid file', () => {
  it.each<[string, () => File, string]>([
    ['0 bytes', () => new File([], 'a.m4a', { type: 'audio/mp4' }), audioMessages.empty],
    ['over 10 MB', () => new File([new Uint8Array(10_485_761)], 'a.m4a', { type: 'audio/mp4' }), audioMessages.tooLarge],
    [
      'an hour',
      () => {
        fakeSound(3600);
        return new File(['sound'], 'a.m4a', { type: 'audio/mp4' });
      },
      audioMessages.tooLong,
    ],
  ])('%s is reported immediately, and nothing is lost', async (_case, file, words) => {
    const { user } = await openTab();
    await chooseAudio({ user }, file());
    expect(await screen.findByText(words)).toBeVisible();
    expect(await button('Record')).toBeEnabled();
  });
});

it.each([
  [true, 'Record'],
  [false, 'Discard the recording'],
])('discarding requires a confirmation: %p', async (answer, left) => {
  const confirm = jest.fn(async () => answer);
  const { user } = await openTab({ portal: { confirm } });
  await chooseAudio({ user }, new File(['sound'], 'memo.m4a', { type: 'audio/mp4' }));
  await user.click(await button('Discard the recording'));
  expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Discard the recording?' }));
  expect(await button(left)).toBeVisible();
});

it('names a recording of another browser by its type', async () => {
  microphone = fakeMicrophone('audio/mp4');
  const { user } = await openTab();
  await user.click(await button('Record'));
  await user.click(await button('Stop'));
  expect(await screen.findByText('Recording 15-00-00.m4a')).toBeVisible();
});

it('keeps the recording and the typed text over a reload', async () => {
  const { user, unmount } = await openTab();
  await user.type(screen.getByLabelText('Title'), 'Noise');
  await chooseAudio({ user }, new File(['sound'], 'memo.m4a', { type: 'audio/mp4' }));
  await screen.findByText('memo.m4a');
  unmount();
  await open();
  expect(await screen.findByText('memo.m4a')).toBeInTheDocument();
  expect(screen.getByLabelText('Title')).toHaveValue('Noise');
  expect(screen.getByText(/We kept what you entered/)).toBeVisible();
});

it('restores a recording that was interrupted when the page was lost', async () => {
  const { user, unmount } = await openTab();
  await user.click(await button('Record'));
  await button('Stop');
  microphone.piece(2000);
  microphone.piece(3000);
  unmount();
  await open();
  expect(await screen.findByText('Your recording was interrupted. Everything up to that point is here.')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect(await screen.findByText(/0:42, 5 kB/)).toBeVisible();
});
