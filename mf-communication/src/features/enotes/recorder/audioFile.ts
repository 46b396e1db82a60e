import { limits } from '@portal/contracts/_kernel/limits';
import { audioMessages } from '@portal/contracts/_kernel/upload';
import { withDeadline } from '@portal/mf-kit/loadFailure';

/** What browsers record, the best for speech first; each gives the first that it can. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const;
/** Speech stays clear, and ten minutes fit into a slow line. */
const BITS_A_SECOND = 32_000;

/** A browser that has not told by then how long a file plays never will. */
const LENGTH_MS = 3000;

const extensions: Readonly<Record<string, string>> = { webm: 'webm', ogg: 'ogg', mp4: 'm4a' };

/** Whether this browser can record at all. */
export const canRecord = (): boolean => typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined;

/** A recorder of the browser's own type. */
export function recorderOf(stream: MediaStream): MediaRecorder {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  return new MediaRecorder(stream, { audioBitsPerSecond: BITS_A_SECOND, ...(mimeType && { mimeType }) });
}

/** The pieces of a recording as one file, named by what it is. */
export function fileOf(pieces: readonly Blob[], at: Date): File {
  const type = pieces.find((piece) => piece.type)?.type ?? 'audio/webm';
  const [plain = ''] = type.split(';');
  const extension = extensions[plain.replace('audio/', '')] ?? 'webm';
  return new File([...pieces], `Recording ${at.toISOString().slice(11, 19).replaceAll(':', '-')}.${extension}`, { type: plain });
}

/** How long a file plays, as far as the browser can tell; null when it cannot. A recording's own head does not say it: its end is looked for. */
export function durationOf(file: Blob): Promise<number | null> {
  const url = URL.createObjectURL(file);
  const sound = new Audio();
  const told = new Promise<number | null>((resolve) => {
    sound.onerror = () => resolve(null);
    sound.ondurationchange = () => {
      if (Number.isFinite(sound.duration)) resolve(sound.duration);
      else sound.currentTime = Number.MAX_SAFE_INTEGER;
    };
    sound.preload = 'metadata';
    sound.src = url;
  });
  return withDeadline(LENGTH_MS, 'the length of a recording', told)
    .catch(() => null)
    .finally(() => URL.revokeObjectURL(url));
}

/** What is wrong with a chosen file already here, or null; the server looks at its bytes. */
export async function validateAudio(file: File): Promise<string | null> {
  if (file.size === 0) return audioMessages.empty;
  if (/^(image|text|video)\//.test(file.type)) return audioMessages.notAudio;
  if (file.size > limits.audioBytes) return audioMessages.tooLarge;
  return ((await durationOf(file)) ?? 0) > limits.audioSeconds + 1 ? audioMessages.tooLong : null;
}

/** Why the microphone cannot be had, and what to do instead. */
export function microphoneErrorText(error: unknown): string {
  const { name } = Object(error) as { name?: string };
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'This page can’t use your microphone. Allow it in your browser settings, or choose a file.';
  if (name === 'NotFoundError') return 'No microphone was found. Choose a file instead.';
  return 'The microphone did not start. Another app may be using it. Try again, or choose a file.';
}
