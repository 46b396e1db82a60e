import { copy } from '@portal/contracts/_kernel/copy';
import { MultiSelect } from '@portal/ui/MultiSelect';
import { useSpecialities } from '../../specialities/specialities.queries';

/** The API expects an empty list for Any. On the screen Any is a choice that excludes the others (SEARCH-11..13). */
const ANY = 'any';

export function SpecialityFilter({ chosen, choose, error }: { chosen: string; choose(ids: string): void; error: string | undefined }) {
  const { data } = useSpecialities();
  const ids = chosen.split(',').filter(Boolean);
  return (
    <MultiSelect
      label="Speciality"
      name="speciality"
      options={[{ value: ANY, label: copy.any }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
      exclusive={ANY}
      value={ids.length > 0 ? ids : [ANY]}
      onChange={(next) => choose(next.filter((id) => id !== ANY).join(','))}
      error={error}
    />
  );
}
