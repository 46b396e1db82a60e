import { FileField } from '@portal/ui/FileField';
import { brokenFile, chooseFiles, Focused, frenchWords, longName, longText, noop, type Played, pictureFile, pictureUrl } from '../samples';

export default { component: FileField };

const field = { id: 'photo', label: 'Licence image', value: null, onChange: noop };
const chosen = pictureFile('licence.png');
const longNamed = pictureFile(`${longName}-${longName}.png`);

export const Empty = () => <FileField {...field} hint="The whole card, flat and in good light." />;
export const Chosen = () => <FileField {...field} value={chosen} />;
export const Stored = () => (
  <FileField {...field} value="stored.jpg" storedName="licence.jpg" stored={<img src={pictureUrl} alt="" />} removable={false} />
);
export const Round = () => <FileField {...field} label="Profile photo" optional round camera="user" value={chosen} />;
export const EmptyRound = () => <FileField {...field} label="Profile photo" optional round camera="user" />;
export const Disabled = () => <FileField {...field} disabled value={chosen} />;
export const Invalid = () => <FileField {...field} error="Licence image is required." />;
export const LongText = () => <FileField {...field} label={frenchWords} hint={longText} error={longText} value={longNamed} />;

export const Refused = () => <FileField {...field} />;
Refused.play = ({ canvasElement }: Played) => chooseFiles(canvasElement, brokenFile('notes.jpg'));

export const Focus = () => (
  <Focused>
    <FileField {...field} />
  </Focused>
);
