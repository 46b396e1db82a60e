import { CallToAct } from '../CallToAct';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import { StepList } from '../StepList';
import { customerSteps, guardSteps } from './howItWorks.copy';
import { useItems } from './useItems';

export function HowItWorksScreen() {
  useItems();
  return (
    <StaticPage
      name="How It Works"
      title="From a job posted to a job done"
      lead="Six steps for the site that needs a guard, two for the guard who wants the work. Everything in between is written down."
      art={
        <ShieldArt drawing="M6 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 7h8a3.5 3.5 0 0 1 0 7H8a2.5 2.5 0 0 0 0 5h8M18 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />
      }
    >
      <Section id="for-customers" title="For customers" intro="You run a site and need somebody you can rely on.">
        <StepList steps={customerSteps} label="Steps for customers" />
      </Section>
      <Section id="for-guards" tinted title="For guards" intro="You hold a guard licence in Ontario, or you are about to.">
        <StepList steps={guardSteps} label="Steps for guards" />
      </Section>
      <CallToAct />
    </StaticPage>
  );
}
