import { PageTitle } from '@portal/ui/PageTitle';
import { frenchWords } from '../samples';

export default { component: PageTitle };

export const Default = () => <PageTitle title="My shifts" />;
export const LongText = () => <PageTitle title={frenchWords} />;
