import { Icon } from '@portal/ui/Icon';
import { Grid } from '@portal/ui/Layout';
import { Stat } from '@portal/ui/Stat';
import { frenchWords, longText } from '../samples';

export default { component: Stat };

export const Default = () => (
  <Grid columns="small">
    <Stat label="This week" value="$1,204.00" icon={<Icon name="wallet" size={20} />} />
    <Stat label="Hours" value="38" hint="2 more than last week" />
  </Grid>
);

export const Empty = () => <Stat label="Hours" value="" />;

export const LongText = () => (
  <Grid columns="small">
    <Stat label={frenchWords} value="$123,456,789.00" hint={longText} />
    <Stat label="Hours" value="38" />
  </Grid>
);
