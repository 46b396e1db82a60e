import { type Column, DataTable } from '@portal/ui/DataTable';
import { StatusChip } from '@portal/ui/StatusChip';
import { frenchWord, frenchWords, longName } from '../samples';

export default { component: DataTable };

interface Row {
  id: string;
  site: string;
  month: string;
  date: string;
  state: string;
  pay: string;
}

const columns: readonly Column<Row>[] = [
  { key: 'site', header: 'Site', render: ({ site }) => site, isRowHeader: true },
  { key: 'date', header: 'Date', render: ({ date }) => date },
  { key: 'state', header: 'State', render: ({ state }) => state && <StatusChip tone="success">{state}</StatusChip> },
  { key: 'pay', header: 'Pay', render: ({ pay }) => pay, align: 'end' },
];
const rows: readonly Row[] = [
  { id: '1', site: 'Union Station', month: 'March 2027', date: '14/03/2027', state: 'Paid', pay: '$184.00' },
  { id: '2', site: 'City Hall', month: 'March 2027', date: '12/03/2027', state: '', pay: '$92.50' },
  { id: '3', site: 'Harbour Front', month: 'February 2027', date: '27/02/2027', state: 'Paid', pay: '$1,204.00' },
];
const table = { columns, rows, rowKey: ({ id }: Row) => id, caption: 'Your pay' };

export const Default = () => <DataTable {...table} />;
export const WithCaption = () => <DataTable {...table} showCaption />;
export const Grouped = () => <DataTable {...table} groupOf={({ month }) => month} />;
export const Empty = () => <DataTable {...table} showCaption rows={[]} />;

export const LongText = () => (
  <DataTable
    {...table}
    columns={columns.map((column) => ({ ...column, header: column.key === 'state' ? frenchWord : column.header }))}
    rows={rows.map((row) => ({ ...row, site: longName, state: frenchWords, pay: '$123,456,789.00' }))}
  />
);
