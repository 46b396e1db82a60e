import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { postalAddress, socialNetworks } from '@portal/contracts/pages/pages.copy';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { EnquiryPart } from '../../enquiries/EnquiryPart';
import { FormSection } from '../FormSection';
import { SocialIcon } from '../footer/SocialIcon';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { useSite } from '../useSite';
import styles from './ContactScreen.module.css';

function Ways() {
  const { supportEmail } = useSite();
  return (
    <>
      <h2 className={sections.heading}>Other ways to reach us</h2>
      <dl className={styles.ways}>
        <div className={styles.way}>
          <dt>By e-mail</dt>
          <dd>
            <a href={`mailto:${supportEmail}`} className={styles.mail}>
              {supportEmail}
            </a>
          </dd>
        </div>
        <div className={styles.way}>
          <dt>By post</dt>
          <dd>{postalAddress.join(', ')}</dd>
        </div>
        <div className={styles.way}>
          <dt id="social-links">Follow us</dt>
          <dd>
            <ul className={styles.social} aria-labelledby="social-links">
              {socialNetworks.map(({ id, name, href }) => (
                <li key={id}>
                  <a href={href} rel="noreferrer">
                    <SocialIcon network={id} />
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <p className={styles.urgent}>
        <strong>Is someone in danger?</strong> Call 911. If you are on shift, use the SOS button in the portal to alert our team.
      </p>
      <p className={sections.note}>
        You may find your answer in our <Link to={pagesPaths.faq()}>questions and answers</Link>.
      </p>
    </>
  );
}

export function ContactScreen() {
  return (
    <StaticPage
      name="Contact Us"
      title="Contact our team"
      lead="Ask us about a job, your account or guards for your site. A member of our team will reply by e-mail or phone."
      art={<ShieldArt drawing="M3 5.5h18v13H3zM3.5 6l8.5 7 8.5-7" />}
    >
      <FormSection
        id="reach-us"
        title="Reach Us"
        lead="Please fill in all four fields so we can reply."
        form={<EnquiryPart label="Reach Us" pageId={pageIds.contact} />}
      >
        <Ways />
      </FormSection>
    </StaticPage>
  );
}
