import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { FormCard } from '@portal/forms/formLayout';
import { Link } from '@portal/mf-kit/router';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { EmailAddress } from '@portal/ui/EmailAddress';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { withKeys } from '@portal/ui/keyed';
import type { sections } from '../registration/registrationValues';
import styles from './ReviewScreen.module.css';

const NOT_GIVEN = 'Not given';
const shown = (value: string | null) => value || NOT_GIVEN;
const day = (value: string | null) => (value ? daySlashMonthSlashYear(value) : null);

interface SummaryProps {
  guard: Guard;
  /** Returns the address of a section of the registration form. */
  sectionOf: (section: keyof typeof sections) => string;
}

/** Links to the section of the registration that edits the card's details. */
function Change({ what, to }: { what: string; to: string }) {
  return (
    <Link to={to} className={styles.change} aria-label={`Change: ${what}`}>
      Change
    </Link>
  );
}

/** The whole picture, or a note that there is none. */
function Picture({ filename, alt }: { filename: string | null; alt: string }) {
  const none = (
    <span className={styles.none}>
      <Icon name="card" size={32} />
      No picture
    </span>
  );
  return (
    <div className={styles.picture}>
      <SessionImage filename={filename} alt={alt} fallback={none} />
    </div>
  );
}

function Person({ guard, sectionOf }: SummaryProps) {
  const name = [guard.firstName, guard.middleName, guard.lastName].filter(Boolean).join(' ');
  return (
    <FormCard title="Personal information" action={<Change what="personal information" to={sectionOf('person')} />}>
      <div className={styles.person}>
        <div className={styles.photo}>
          <SessionImage filename={guard.profileImage} alt={`Profile picture of ${name}`} fallback={<Avatar name={name} size="large" />} />
        </div>
        <p className={styles.name}>{name}</p>
      </div>
      <KeyValue
        items={[
          { label: 'Email', value: <EmailAddress address={guard.email} /> },
          { label: 'Mobile number', value: guard.mobileNumber },
          { label: 'Date of birth', value: shown(day(guard.dob)) },
        ]}
      />
    </FormCard>
  );
}

function Licence({ guard, sectionOf }: SummaryProps) {
  const { licenseNumber, securityRegistrationExpiryDate: expiry, securityRegistrationDocument: file } = guard;
  return (
    <FormCard title="Security licence" action={<Change what="security licence" to={sectionOf('licence')} />}>
      <div className={styles.proof}>
        <Picture filename={file} alt="Security licence" />
        <KeyValue
          items={[
            { label: 'Licence number', value: shown(licenseNumber) },
            { label: 'Expiry date', value: shown(day(expiry)) },
          ]}
        />
      </div>
    </FormCard>
  );
}

function Proofs({ guard: { identityDocuments: proofs }, sectionOf }: SummaryProps) {
  return (
    <FormCard title="Identification documents" action={<Change what="identification documents" to={sectionOf('documents')} />}>
      {proofs.length === 0 && <p className={styles.empty}>You have not added an identification document yet.</p>}
      <ul className={styles.list}>
        {withKeys(proofs, ({ idType, idNumber }) => `${idType} ${idNumber}`).map(({ key, row: { idType, idNumber, idProof } }) => (
          <li key={key} className={styles.proof}>
            <Picture filename={idProof} alt={`${idType}, number ${idNumber}`} />
            <div>
              <h3 className={styles.entry}>{idType}</h3>
              <p className={styles.detail}>Number {idNumber}</p>
            </div>
          </li>
        ))}
      </ul>
    </FormCard>
  );
}

function Employment({ guard: { employmentDetails: entries }, sectionOf }: SummaryProps) {
  return (
    <FormCard title="Previous employers" action={<Change what="previous employers" to={sectionOf('employers')} />}>
      {entries.length === 0 && <p className={styles.empty}>You have not added a previous employer.</p>}
      <ul className={styles.list}>
        {withKeys(entries, ({ employerName, projectName }) => `${employerName} ${projectName}`).map(
          ({ key, row: { projectName, employerName, from, to } }) => (
            <li key={key} className={styles.job}>
              <h3 className={styles.entry}>{projectName}</h3>
              <p className={styles.detail}>{employerName}</p>
              <p className={styles.detail}>{reviewCopy.speciality}</p>
              <p className={styles.dates}>{from || to ? `${day(from) ?? '?'} to ${day(to) ?? '?'}` : 'Dates not given'}</p>
            </li>
          ),
        )}
      </ul>
    </FormCard>
  );
}

/** The registered details, each card with a link to change it. */
export function Summary(props: SummaryProps) {
  return (
    <>
      <Person {...props} />
      <Licence {...props} />
      <Proofs {...props} />
      <Employment {...props} />
    </>
  );
}
