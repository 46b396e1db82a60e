import { Pager } from '@portal/ui/Pager';
import { Focused, Stateful } from '../samples';

export default { component: Pager };

export const Default = () => (
  <Stateful first={4}>{(page, onPage) => <Pager page={page} pageCount={12} onPage={onPage} label="Pages of jobs" />}</Stateful>
);
export const FirstPage = () => <Pager page={1} pageCount={3} hrefFor={(page) => `#page-${page}`} />;
export const LastPage = () => <Pager page={1204} pageCount={1204} hrefFor={(page) => `#page-${page}`} />;

export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);

export const Empty = () => (
  <>
    <p>One page has no links:</p>
    <Pager page={1} pageCount={1} />
  </>
);
