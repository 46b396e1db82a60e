import { Field, FieldGroup, FieldNotes } from '@portal/ui/Field';
import { frenchWords, longText } from '../samples';

export default { component: Field };

export const Default = () => <Field label="Badge">{(control) => <input {...control} defaultValue="1234" />}</Field>;

export const Invalid = () => (
  <Field label="Badge" hint="4 digits" error="Badge is required.">
    {(control) => <input {...control} />}
  </Field>
);

export const Optional = () => (
  <Field label="Badge" optional>
    {(control) => <input {...control} placeholder="1234" />}
  </Field>
);

export const HiddenLabel = () => (
  <Field label="Badge" hideLabel>
    {(control) => <input {...control} defaultValue="1234" />}
  </Field>
);

export const Disabled = () => <Field label="Badge">{(control) => <input {...control} disabled defaultValue="1234" />}</Field>;
export const ReadOnly = () => <Field label="Badge">{(control) => <input {...control} readOnly defaultValue="1234" />}</Field>;

export const Group = () => (
  <FieldGroup id="break" label="Break" hint="Lunch is unpaid." error="Please choose a break.">
    <p>Controls that answer one question.</p>
  </FieldGroup>
);

export const Notes = () => <FieldNotes id="notes" hint="4 digits" error="Badge is required." />;

export const LongText = () => (
  <Field label={frenchWords} hint={longText} error={longText} optional>
    {(control) => <input {...control} defaultValue={longText} />}
  </Field>
);
