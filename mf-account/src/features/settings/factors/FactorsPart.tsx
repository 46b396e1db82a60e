import { factorMessages } from '@portal/contracts/auth/auth.factors';
import { lazyPart } from '@portal/mf-kit/lazyPart';

const FactorList = lazyPart(() => import(/* webpackChunkName: "factors" */ './FactorList').then((file) => file.FactorList), {
  failed: factorMessages.notLoaded,
});

export function FactorsPart() {
  return <FactorList />;
}
