import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { Cluster } from '@portal/ui/Layout';
import { Focused, frenchWords, longText } from '../samples';

export default { component: Button };

export const Default = () => (
  <Cluster>
    <Button>Primary</Button>
    <Button variant="secondary">Secondary</Button>
    <Button variant="quiet">Quiet</Button>
    <Button variant="danger">Danger</Button>
    <Button variant="dangerLine">Danger line</Button>
  </Cluster>
);

export const Focus = () => (
  <Focused>
    <Button>Send</Button>
  </Focused>
);

export const Disabled = () => (
  <Cluster>
    <Button disabled>Primary</Button>
    <Button disabled variant="secondary">
      Secondary
    </Button>
    <Button disabled variant="quiet">
      Quiet
    </Button>
    <Button disabled variant="danger">
      Danger
    </Button>
    <Button disabled variant="dangerLine">
      Danger line
    </Button>
  </Cluster>
);

export const Busy = () => (
  <Cluster>
    <Button busy>Primary</Button>
    <Button busy variant="secondary">
      Secondary
    </Button>
    <Button busy variant="quiet">
      Quiet
    </Button>
    <Button busy variant="danger">
      Danger
    </Button>
    <Button busy variant="dangerLine">
      Danger line
    </Button>
  </Cluster>
);

export const Small = () => (
  <Cluster>
    <Button small icon={<Icon name="upload" size={18} />}>
      Choose picture
    </Button>
    <Button small variant="secondary">
      Replace
    </Button>
  </Cluster>
);

export const Wide = () => (
  <Button wide icon={<Icon name="send" size={20} />}>
    Send
  </Button>
);

export const LongText = () => (
  <Cluster>
    <Button>{longText}</Button>
    <Button variant="secondary" icon={<Icon name="upload" size={18} />}>
      {frenchWords}
    </Button>
  </Cluster>
);
