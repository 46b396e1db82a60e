import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { FormCard } from '@portal/forms/FormCard';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { EmailAddress } from '@portal/ui/EmailAddress';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { keyed } from '@portal/ui/keyed';
import styles from './ReviewScreen.module.css';

const NOT_GIVEN = 'Not given';
const shown = (value: string | null) => value || NOT_GIVEN;
const day = (value: string | null) => (value ? daySlashMonthSlashYear(value) : null);

/** The whole picture, with what stands in its place while there is none. */
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

function Person({ guard }: { guard: Guard }) {
  const name = [guard.firstName, guard.middleName, guard.lastName].filter(Boolean).join(' ');
  return (
    <FormCard title="You">
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

function Licence({ guard }: { guard: Guard }) {
  const { licenseNumber, securityRegistrationExpiryDate: expiry, securityRegistrationDocument: file } = guard;
  return (
    <FormCard title="Security licence">
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

function Proofs({ proofs }: { proofs: Guard['identityDocuments'] }) {
  return (
    <FormCard title="Identity proofs">
      {proofs.length === 0 && <p className={styles.empty}>You have not added an identity document yet.</p>}
      <ul className={styles.list}>
        {keyed(proofs, ({ idType, idNumber }) => `${idType} ${idNumber}`).map(({ key, row: { idType, idNumber, idProof } }) => (
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

function Employment({ entries }: { entries: Guard['employmentDetails'] }) {
  return (
    <FormCard title="Employment history">
      {entries.length === 0 && <p className={styles.empty}>You have named no previous employer.</p>}
      <ul className={styles.list}>
        {keyed(entries, ({ employerName, projectName }) => `${employerName} ${projectName}`).map(
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

/** Everything that the documents list, nothing to change. */
export function Summary({ guard }: { guard: Guard }) {
  return (
    <>
      <Person guard={guard} />
      <Licence guard={guard} />
      <Proofs proofs={guard.identityDocuments} />
      <Employment entries={guard.employmentDetails} />
    </>
  );
}
