import { copy } from '@portal/contracts/_kernel/copy';
import { dayMonthYear } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { limits } from '@portal/contracts/_kernel/limits';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { RecordNotFound } from '@portal/mf-kit/RecordNotFound';
import { Link, useParams, useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { buttonClass } from '@portal/ui/Button';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { PageHeader } from '@portal/ui/PageHeader';
import { useProfile, useSpecialityNames } from '../guards.queries';
import styles from './EmployersScreen.module.css';

type Employer = Guard['employmentDetails'][number] & { key: string };

const columnsOf = (names: ReadonlyMap<string, string>): Column<Employer>[] => [
  { key: 'employer', header: 'Employer Name', isRowHeader: true, render: ({ employerName }) => employerName },
  { key: 'position', header: 'Position Held', render: ({ projectName }) => projectName },
  {
    key: 'speciality',
    header: 'Speciality',
    render: ({ speciality }) => (speciality ? (names.get(speciality.id) ?? speciality.name) : '–'),
  },
  { key: 'from', header: 'From Date', render: ({ from }) => (from ? dayMonthYear(from) : '–') },
  { key: 'to', header: 'To Date', render: ({ to }) => (to ? dayMonthYear(to) : '–') },
];

/** The guard's previous employers. They are changed in the registration (PREVEMP-09, PREVEMP-10). */
export function EmployersScreen() {
  const { id = '' } = useParams();
  const session = useSession();
  if (!session) return null;
  if (id !== session.guardId)
    return (
      <RecordNotFound title="These employers are not yours" why="You can only open your own previous employers.">
        <Link to={guardsPaths.employers({ id: session.guardId })}>Open my previous employers</Link>
      </RecordNotFound>
    );
  return <Employers guardId={id} known={session.guard} />;
}

function Employers({ guardId, known }: { guardId: string; known: Guard }) {
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const query = useProfile(guardId);
  const names = useSpecialityNames();
  const all = (query.data.guard?.employmentDetails ?? []).map((employer, index) => ({ ...employer, key: String(index) }));
  const docs = all.slice((page - 1) * limits.pageSize, page * limits.pageSize);
  // Uses the session's guard until the reply, because a late button would move the list.
  const hasAny = (query.data.guard ?? known).employmentDetails.length > 0;
  const change = (label: string) => (
    <Link
      to={onboardingPaths.registration({ id: guardId }, { status: 'loggedin' })}
      className={buttonClass(hasAny ? 'secondary' : 'primary')}
    >
      {label}
    </Link>
  );
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Previous Employers"
        lead="Your previous guard jobs, as you registered them."
        back={{ label: 'Back', href: guardsPaths.myProfile({ id: guardId }) }}
        actions={hasAny && change('Edit')}
      />
      <PagedList
        query={{ ...query, data: { docs, total: all.length } }}
        page={page}
        linkTo={(to) => guardsPaths.employers({ id: guardId }, { page: pageForUrl(to) })}
        counted={['employer', 'employers']}
        failed="Your previous employers could not be loaded"
        loading={{ shape: 'rows', count: 3, label: 'Loading your previous employers' }}
        empty={{
          title: copy.noDataFoundElsewhere,
          why: 'If you have worked as a guard before, add your employers here.',
          icon: 'briefcase',
          action: change('Add'),
        }}
      >
        {(rows) => <DataTable caption="Previous employers" columns={columnsOf(names)} rows={rows} rowKey={({ key }) => key} />}
      </PagedList>
    </div>
  );
}
