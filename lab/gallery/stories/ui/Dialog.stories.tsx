import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { TextField } from '@portal/ui/TextField';
import { frenchWords, longText, noop } from '../samples';

export default { component: Dialog };

const actions = (
  <>
    <Button variant="secondary">Cancel</Button>
    <Button>Save</Button>
  </>
);
const dialog = { open: true, onClose: noop, title: 'Add a document' };

export const Default = () => (
  <Dialog {...dialog} actions={actions}>
    <TextField label="Number" />
  </Dialog>
);

export const Wide = () => (
  <Dialog {...dialog} wide actions={actions}>
    <p>{longText}</p>
  </Dialog>
);

export const Empty = () => <Dialog {...dialog} />;

export const LongText = () => (
  <Dialog {...dialog} title={frenchWords} actions={<Button>{frenchWords}</Button>}>
    {Array.from({ length: 12 }, (_, at) => at).map((at) => (
      <p key={at}>{longText}</p>
    ))}
  </Dialog>
);
