import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { frenchWords, longText, noop } from '../samples';

export default { component: Banner };

export const Failure = () => <Banner kind="error">Your leave request was not saved.</Banner>;
export const Success = () => <Banner kind="success">The note was added.</Banner>;
export const Warning = () => <Banner kind="warning">Your licence expires in 12 days.</Banner>;
export const Information = () => <Banner kind="info">The page was updated.</Banner>;

export const Closable = () => (
  <Banner kind="success" onClose={noop}>
    Your profile was saved.
  </Banner>
);

export const WithActions = () => (
  <Banner
    kind="warning"
    actions={
      <>
        <Button small variant="secondary">
          Restore it
        </Button>
        <Button small variant="quiet">
          Keep this
        </Button>
      </>
    }
  >
    An older draft is on this device.
  </Banner>
);

export const LongText = () => (
  <Banner
    kind="error"
    onClose={noop}
    actions={
      <Button small variant="secondary">
        {frenchWords}
      </Button>
    }
  >
    {longText} {frenchWords}
  </Banner>
);
