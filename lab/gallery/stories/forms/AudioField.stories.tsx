import { AudioField } from '@portal/forms/recorder/AudioField';
import { longName, noop } from '../samples';

export default { component: AudioField };

const field = { id: 'recording', onChange: noop, onBusy: noop, isShown: true };
const sound = (name: string) => ({ file: new File([new Uint8Array(120_000)], name, { type: 'audio/webm', lastModified: 0 }), seconds: 75 });
const short = sound('recording.webm');
const longNamed = sound(`${longName}-${longName}.webm`);

export const Empty = () => <AudioField {...field} value={null} />;
export const Recorded = () => <AudioField {...field} value={short} />;
export const Invalid = () => <AudioField {...field} value={null} error="Please record or choose a sound." />;
export const LongText = () => <AudioField {...field} value={longNamed} />;
