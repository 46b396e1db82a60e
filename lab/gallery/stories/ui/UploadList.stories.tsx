import { UploadList } from '@portal/ui/UploadList';
import { brokenFile, chooseFiles, Focused, frenchWords, longName, longText, noop, type Played, pictureFile, Stateful } from '../samples';

export default { component: UploadList };

const field = { id: 'pictures', label: 'Pictures', most: 5, onChange: noop };
const files: readonly File[] = ['door.png', 'fence.png', 'gate.png'].map(pictureFile);
const longNamed: readonly File[] = [pictureFile(`${longName}-${longName}.png`)];
const none: readonly File[] = [];

export const Empty = () => (
  <Stateful first={none}>{(value, onChange) => <UploadList {...field} optional value={value} onChange={onChange} />}</Stateful>
);
export const Chosen = () => (
  <Stateful first={files}>{(value, onChange) => <UploadList {...field} value={value} onChange={onChange} />}</Stateful>
);
export const Sending = () => <UploadList {...field} value={files} disabled progress={0.5} />;
export const Full = () => <UploadList {...field} most={3} value={files} />;
export const Disabled = () => <UploadList {...field} disabled value={none} />;
export const Invalid = () => <UploadList {...field} hint="At most 5 pictures" error="Please add a picture." value={none} />;
export const LongText = () => <UploadList {...field} label={frenchWords} hint={longText} error={longText} value={longNamed} />;

export const Refused = () => <UploadList {...field} value={none} />;
Refused.play = ({ canvasElement }: Played) => chooseFiles(canvasElement, brokenFile('notes.jpg'));

export const TooMany = () => <UploadList {...field} most={3} value={files} />;
TooMany.play = ({ canvasElement }: Played) => chooseFiles(canvasElement, pictureFile('roof.png'), pictureFile('lamp.png'));

export const Focus = () => (
  <Focused>
    <UploadList {...field} value={none} />
  </Focused>
);
