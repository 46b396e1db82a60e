import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { CallToAction } from '../CallToAction';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import { StepList } from '../StepList';
import { customerSteps, guardSteps, swappingSteps } from './howItWorks.copy';
import { useItems } from './useItems';

export function HowItWorksScreen() {
  useItems();
  return (
    <StaticPage
      name="How It Works"
      title="From a job posted to a job done"
      lead="Six steps for a site that needs a guard, and two for a guard who wants to work."
      art={
        <ShieldArt drawing="M6 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 7h8a3.5 3.5 0 0 1 0 7H8a2.5 2.5 0 0 0 0 5h8M18 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />
      }
    >
      <Section id="for-customers" title="For customers" intro="You run a site and need a guard you can rely on.">
        <StepList steps={customerSteps} label="Steps for customers" />
      </Section>
      <Section id="for-guards" tinted title="For guards" intro="You have an Ontario guard licence, or will soon.">
        <StepList steps={guardSteps} label="Steps for guards" />
      </Section>
      <Section id="guard-swapping" title="Guard swapping" intro="You cannot work a shift, and another guard can.">
        <StepList steps={swappingSteps} label="Steps of guard swapping" />
        <p>
          <a href={coversPaths.covers()}>Shifts to cover</a>
        </p>
      </Section>
      <CallToAction />
    </StaticPage>
  );
}
