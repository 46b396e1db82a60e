import { PictureViewer } from '@portal/ui/PictureViewer';
import { longName, noop, pictureUrl, Stateful } from '../samples';

export default { component: PictureViewer };

const pictures = ['Front door', 'Loading dock', longName].map((name) => ({
  key: name,
  name,
  show: () => <img src={pictureUrl} alt={name} />,
}));

export const Default = () => (
  <Stateful first={0}>{(at, onMove) => <PictureViewer pictures={pictures} at={at} onMove={onMove} onClose={noop} />}</Stateful>
);
export const One = () => <PictureViewer pictures={pictures.slice(0, 1)} at={0} onMove={noop} onClose={noop} />;
export const LongText = () => <PictureViewer pictures={pictures} at={2} onMove={noop} onClose={noop} />;
