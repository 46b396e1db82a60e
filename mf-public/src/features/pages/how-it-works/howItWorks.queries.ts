import { call } from '@portal/api-client/call';
import { type HowItWorksItem, howItWorks } from '@portal/contracts/pages/pages.endpoints';

const CUSTOMER = 1;
const GUARD = 2;

/** What customers and what guards ask about how it works (PUBLIC-HIW-10, PUBLIC-HIW-11). */
export async function readItems(): Promise<{ customer: HowItWorksItem[]; guard: HowItWorksItem[] }> {
  const { data } = await call(howItWorks, {});
  const of = (wanted: number) => data.filter(({ type }) => type === wanted);
  return { customer: of(CUSTOMER), guard: of(GUARD) };
}
