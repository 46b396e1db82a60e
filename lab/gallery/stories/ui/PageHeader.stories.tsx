import { Button } from '@portal/ui/Button';
import { PageHeader } from '@portal/ui/PageHeader';
import { Focused, frenchWords, longText } from '../samples';

export default { component: PageHeader };

export const Default = () => <PageHeader title="My shifts" />;
export const WithLead = () => <PageHeader title="My shifts" lead="All times are those of the site." />;

export const WithBack = () => (
  <PageHeader title="Night guard" back={{ label: 'All jobs', href: '#jobs' }} actions={<Button variant="secondary">Share</Button>} />
);

export const Focus = () => (
  <Focused>
    <PageHeader title="Night guard" back={{ label: 'All jobs' }} />
  </Focused>
);

export const LongText = () => (
  <PageHeader title={frenchWords} lead={longText} back={{ label: frenchWords }} actions={<Button>{frenchWords}</Button>} />
);
