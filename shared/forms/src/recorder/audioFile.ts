import { limits } from '@portal/contracts/_kernel/limits';
import { audioMessages } from '@portal/contracts/_kernel/upload';
import { withDeadline } from '@portal/mf-kit/loadFailure';

/** Recording formats, best for speech first. A browser uses the first one that it supports. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const;
/** Speech stays clear, and ten minutes can be sent over a slow connection. */
const BITS_A_SECOND = 32_000;

/** A browser that has not reported the duration within this time never does. */
const LENGTH_MS = 3000;

const extensions: Readonly<Record<string, string>> = { webm: 'webm', ogg: 'ogg', mp4: 'm4a' };

export const canRecord = (): boolean => typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined;

/** A recorder with the browser's preferred format. */
export function recorderOf(stream: MediaStream): MediaRecorder {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  return new MediaRecorder(stream, { audioBitsPerSecond: BITS_A_SECOND, ...(mimeType && { mimeType }) });
}

/** Joins the pieces of a recording into a file named after its type. */
export function fileOf(pieces: readonly Blob[], at: Date): File {
  const type = pieces.find((piece) => piece.type)?.type ?? 'audio/webm';
  const [plain = ''] = type.split(';');
  const extension = extensions[plain.replace('audio/', '')] ?? 'webm';
  return new File([...pieces], `Recording ${at.toISOString().slice(11, 19).replaceAll(':', '-')}.${extension}`, { type: plain });
}

/** The duration of a file; null if the browser cannot tell it. The header of a recording has no duration, so the end is searched. */
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

/** The longest recording of a form, in seconds, and the refusal of a longer file. */
export interface LongestSound {
  seconds: number;
  tooLong: string;
}

/** The reason why a chosen file cannot be used, or null. The server checks its content. */
export async function validateAudio(file: File, { seconds, tooLong }: LongestSound): Promise<string | null> {
  if (file.size === 0) return audioMessages.empty;
  if (/^(image|text|video)\//.test(file.type)) return audioMessages.notAudio;
  if (file.size > limits.audioBytes) return audioMessages.tooLarge;
  return ((await durationOf(file)) ?? 0) > seconds + 1 ? tooLong : null;
}

/** Explains why the microphone is unavailable, and what the guard can do. */
export function microphoneErrorText(error: unknown): string {
  const { name } = Object(error) as { name?: string };
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'This page can’t use your microphone. Allow it in your browser settings, or choose a file.';
  if (name === 'NotFoundError') return 'No microphone was found. Choose a file instead.';
  return 'The microphone did not start. Another app may be using it. Try again, or choose a file.';
}
