import { limits } from '@portal/contracts/_kernel/limits';
import type { Registration } from '@portal/contracts/guards/guards.registration';
import type { Speciality } from '@portal/contracts/specialities/specialities.endpoints';
import { FormCard } from '@portal/forms/formLayout';
import { LettersField } from '@portal/forms/LettersField';
import { AddRow, RemoveRow, useRowFocus } from '@portal/forms/RowControls';
import { useRows } from '@portal/forms/useRows';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { DateField } from '@portal/ui/DateField';
import { Select } from '@portal/ui/Select';
import { TextField } from '@portal/ui/TextField';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './Registration.module.css';
import { type EmployerRow, emptyEmployer, sections } from './registrationValues';

const columns = ['Employer', 'Employer name', 'Position held', 'From', 'To', 'Speciality', 'Remove'];

interface EmployersSectionProps {
  form: RulesForm<Registration>;
  specialities: readonly Speciality[];
}

/** A table whose rows are cards, because five fields next to each other do not fit a phone. */
export function EmployersSection({ form, specialities }: EmployersSectionProps) {
  const employers = useRows<EmployerRow>(form, 'employmentDetails');
  const focus = useRowFocus('Employer', employers.rows.length);
  const options = specialities.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormCard
      id={sections.employers}
      title="Previous employers"
      lead="Where you have worked as a guard. Leave this empty if this is your first guard job."
    >
      <table className={styles.table} aria-label="Previous employers">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <VisuallyHidden>{column}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={focus.list} className={styles.rows}>
          {employers.rows.map(({ key }, index) => (
            <tr key={key} className={styles.row}>
              <th scope="row" className={styles.legend}>
                Employer {index + 1}
              </th>
              <td>
                <TextField label="Employer name" autoComplete="off" {...employers.text(index, 'employerName')} />
              </td>
              <td>
                <LettersField
                  label="Position held"
                  autoComplete="off"
                  instead="One to three words of letters: type Front-desk as Front desk."
                  {...employers.text(index, 'projectName')}
                />
              </td>
              <td>
                <DateField label="From" {...employers.value(index, 'from')} />
              </td>
              <td>
                <DateField label="To" {...employers.value(index, 'to')} />
              </td>
              <td className={styles.wide}>
                <Select label="Speciality" optional options={options} placeholder="None" {...employers.text(index, 'speciality')} />
              </td>
              {employers.rows.length > 1 && (
                <td className={styles.wide}>
                  <RemoveRow name={`employer ${index + 1}`} onRemove={() => focus.removing(index, () => employers.remove(index))} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {employers.rows.length < limits.employmentRows && (
        <AddRow onAdd={() => focus.adding(() => employers.add(emptyEmployer))}>Add another employer</AddRow>
      )}
    </FormCard>
  );
}
