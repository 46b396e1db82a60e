import { faqCall } from '@portal/contracts/pages/pages.calls';
import type { faq } from '@portal/contracts/pages/pages.endpoints';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { useServerContent } from '@portal/mf-kit/PageInputContext';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { FaqGroups } from './FaqGroups';
import { FaqSkeleton } from './FaqSkeleton';
import { useSessionCheck } from './useSessionCheck';

/** The loader is a separate chunk, because prerendered questions need no call. */
const FaqLoader = lazyPart(() => import(/* webpackChunkName: "faq-reading" */ './FaqLoader').then((file) => file.FaqLoader), {
  fallback: <FaqSkeleton />,
  failed: 'The questions could not be loaded',
});

export function FaqScreen() {
  useSessionCheck();
  const served = useServerContent(faqCall as unknown as typeof faq, {});
  return (
    <StaticPage
      name="FAQ"
      title="Questions and answers"
      lead="Answers to the questions guards ask most. Can’t find yours? Contact us, and our team will reply."
      art={
        <ShieldArt drawing="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01" />
      }
    >
      <div className={sections.section}>{served ? <FaqGroups groups={served.data} /> : <FaqLoader />}</div>
    </StaticPage>
  );
}
