import { AddRow, RemoveRow } from '@portal/forms/RowControls';
import { Stack } from '@portal/ui/Layout';
import { Focused, frenchWords, noop } from '../samples';

export default { component: AddRow };

export const Default = () => (
  <Stack>
    <AddRow onAdd={noop}>Add employer</AddRow>
    <RemoveRow name="employer 1" onRemove={noop} />
  </Stack>
);

export const LongText = () => (
  <Stack>
    <AddRow onAdd={noop}>{frenchWords}</AddRow>
    <RemoveRow name={frenchWords} onRemove={noop} />
  </Stack>
);

export const Focus = () => (
  <Focused>
    <AddRow onAdd={noop}>Add employer</AddRow>
  </Focused>
);
