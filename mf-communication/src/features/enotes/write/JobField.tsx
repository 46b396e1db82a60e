import type { Zone } from '@portal/contracts/_kernel/formats';
import type { BoundValue } from '@portal/forms/fieldProps';
import { type Option, Select } from '@portal/ui/Select';

/** A job to choose, with the time zone of its site. */
export interface JobOption extends Option {
  zone?: Zone;
}

/** The job of the note. The job of a draft is shown even if the list lacks it, because it is sent. */
export function JobField({ jobs, field }: { jobs: readonly Option[]; field: BoundValue<string> }) {
  const { value, onChange } = field;
  const isListed = value === '' || jobs.some((job) => job.value === value);
  const options = isListed ? jobs : [{ value, label: 'The job in your draft' }, ...jobs];
  return <Select {...field} label="Job" options={options} placeholder="Choose the job" onChange={({ target }) => onChange(target.value)} />;
}
