import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { Link } from '@portal/mf-kit/router';
import { note } from '@portal/ui/drawings';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { policy } from './postings.copy';

export const PostingsScreen = () => (
  <StaticPage
    name="Job posting policy"
    title="Postings you can trust"
    lead="What a job here must state, how to report one that is false, and what we do then."
    art={<ShieldArt drawing={note} />}
  >
    {policy.map(({ id, title, paragraphs }, place) => (
      <Section key={id} id={id} title={title} tinted={place % 2 === 1}>
        <ul className={sections.list}>
          {paragraphs.map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ul>
      </Section>
    ))}
    <Section id="ask" title="Do you have a question?">
      <p>
        <Link to={enquiriesPaths.contact()}>Contact Us</Link>
      </p>
    </Section>
  </StaticPage>
);
